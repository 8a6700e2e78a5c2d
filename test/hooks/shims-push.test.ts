import { pushTable } from "./table-push.js";

pushTable("the hooks' scripts");
