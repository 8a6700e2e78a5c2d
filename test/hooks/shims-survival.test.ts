import { survivalTable } from "./table-survival.js";

survivalTable("the hooks' scripts");
