// Score QTI 3 items with the player of amp-up.io (certified by 1EdTech), in a document without a browser.
// Input: [{"xml": …, "response": …, "multiple": true}, …]; output: [{"identifier": …, "score": …, "text": …}, …].
// Two neighbours must not be the same item: the player would see no change.
const { readFileSync } = require('fs')
const Module = require('module')
const { JSDOM, VirtualConsole } = require('jsdom')

const page = new JSDOM('<!doctype html><div id="app"></div>', {
  pretendToBeVisual: true, url: 'http://localhost/', virtualConsole: new VirtualConsole(),
})
page.window.document.execCommand = () => false
page.window.matchMedia = () => ({ matches: false, addListener() {}, removeListener() {} })
const names = ['document', 'navigator', 'DOMParser', 'XMLSerializer', 'Node', 'Element', 'HTMLElement', 'SVGElement',
  'MutationObserver', 'Event', 'CustomEvent', 'getComputedStyle', 'requestAnimationFrame', 'cancelAnimationFrame']
for (const name of names) {
  Object.defineProperty(globalThis, name, { value: page.window[name], configurable: true, writable: true })
}
globalThis.window = globalThis.self = page.window
console.log = console.info = console.debug = () => {}

// The player compiles templates, so both need the build of Vue with the compiler, and the same one.
const resolve = Module._resolveFilename
Module._resolveFilename = function (name, ...rest) {
  return resolve.call(this, name === 'vue' ? 'vue/dist/vue.common.js' : name, ...rest)
}
const Vue = require('vue')
Vue.config.productionTip = Vue.config.devtools = false
const Player = require('qti3-item-player')

const tasks = JSON.parse(readFileSync(0, 'utf8'))
const results = []
let current = -1

function next(player) {
  current += 1
  if (current === tasks.length) {
    process.stdout.write(JSON.stringify(results) + '\n')
    process.exit(0)
  }
  const { xml, response, multiple } = tasks[current]
  const given = { identifier: 'RESPONSE', cardinality: multiple ? 'multiple' : 'single', value: response, state: null }
  player.loadItemFromXml(xml, {
    guid: String(current),
    status: 'interacting',
    sessionControl: { max_attempts: 0, show_feedback: false, validate_responses: false },
    state: { responseVariables: [given], outcomeVariables: [], contextVariables: [], templateVariables: [], validationMessages: [] },
  })
}

new Vue({
  el: '#app',
  render(create) {
    const props = { suppressAlertMessages: true, suppressInvalidResponseMessages: true }
    const on = {
      notifyQti3PlayerReady: (player) => { this.player = player; next(player) },
      notifyQti3ItemReady: () => setTimeout(() => this.player.endAttempt('score'), 0),
      notifyQti3EndAttemptCompleted: (data) => {
        const state = data.state || data
        const score = state.outcomeVariables.find((variable) => variable.identifier === 'SCORE').value
        results.push({ identifier: state.identifier, score, text: page.window.document.body.textContent.trim() })
        setTimeout(() => next(this.player), 0)
      },
    }
    return create(Player, { props, on })
  },
})
setTimeout(() => { process.stderr.write(`item ${current} was never scored`); process.exit(1) }, 50000)
