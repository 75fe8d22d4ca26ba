// The playtest table.
import { h } from "../dom.mjs";
import { t } from "../words.mjs";

export async function play() {
  return { element: h("h1", null, t("play")) };
}
