import { refusingTable } from "./table-refusing.js";

refusingTable("the hooks' scripts");
