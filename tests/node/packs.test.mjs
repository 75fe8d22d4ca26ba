// Validates packs with ajv: packs.test.mjs SCHEMA PACK... prints what is wrong, one line each.
import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";

const [schema, ...packs] = process.argv.slice(2).map((path) => [path, JSON.parse(readFileSync(path, "utf8"))]);
const validate = new Ajv2020({ allErrors: true, strict: true, strictRequired: false, strictTypes: false }).compile(schema[1]);
for (const [path, pack] of packs) {
  if (validate(pack)) continue;
  for (const { instancePath, message } of validate.errors) console.log(`${path}${instancePath} ${message}`);
}
console.error(`${packs.length} packs`);
