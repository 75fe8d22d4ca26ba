// Parse GIFT with gift-pegjs: text on the standard input, questions as JSON on the standard output.
const { readFileSync } = require('fs')
const { parse } = require('gift-pegjs')

process.stdout.write(JSON.stringify(parse(readFileSync(0, 'utf8'))) + '\n')
