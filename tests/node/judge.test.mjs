// Runs the JavaScript judge on schemas/judging.vectors.json; prints what differs as JSON, one case a line.
import { readFileSync } from "node:fs";
import { judge, pingPong, rank, readNumber, RULES } from "../../pipeline/judging/judge.mjs";

const vectors = JSON.parse(readFileSync(new URL("../../schemas/judging.vectors.json", import.meta.url), "utf8"));
let count = 0;

function check(sort, each) {
  for (const vector of vectors[sort]) {
    count += 1;
    const [found, expected] = each(vector).map((value) => JSON.stringify(value));
    if (found !== expected) console.log(JSON.stringify({ sort, vector, found, expected }));
  }
}

const right = (reason) => ["exact", "same", "typo"].includes(reason);
check("text", ({ answer, given, reason }) => {
  const found = judge(answer, given);
  return [[found.reason, found.right], [reason, right(reason)]];
});
check("list", ({ answer, given, said, reason, item }) => {
  const found = judge(answer, given, said);
  return [[found.reason, found.item, found.right], [reason, item, right(reason)]];
});
check("number", ({ given, unit, number }) => [readNumber(given, unit), number]);
check("ranking", ({ answer, proposals, distinct, winners, exact, heard, distances }) => [
  rank(answer, proposals, { distinct }),
  { winners, exact, heard, distances },
]);
check("ping_pong", ({ answer, given, verdicts, said, last_right: lastRight, complete }) => [
  pingPong(answer, given),
  { verdicts, said, lastRight, complete },
]);
if (RULES !== vectors.format) console.log(JSON.stringify({ found: RULES, expected: vectors.format }));
console.error(`${count} vectors`);
