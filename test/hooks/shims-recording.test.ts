import { recordingTable } from "./table-recording.js";

recordingTable("the hooks' scripts");
