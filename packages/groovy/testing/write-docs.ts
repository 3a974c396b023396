// node packages/groovy/testing/write-docs.ts
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { docsText } from "./docs.ts";

writeFileSync(join(import.meta.dirname, "../../../docs/groovy.md"), docsText());
