// Judges the cases that come on standard input as JSON; the Python judge has to say the same.
import { readFileSync } from "node:fs";
import { judge, rank, readNumber } from "../../pipeline/judging/judge.mjs";

const cases = JSON.parse(readFileSync(0, "utf8"));
const found = cases.map(({ answer, given }) => {
  const { right, reason, form, item } = judge(answer, given);
  return [right, reason, form, item, readNumber(given, "m"), rank({ value: 12.5, unit: "m" }, [given, "12"]).distances];
});
process.stdout.write(JSON.stringify(found));
