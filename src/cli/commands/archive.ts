import { archives } from "../../engine/archives.js";
import { archiveJson, changesText, expiryText } from "../archived.js";
import type { CommandModule } from "../command.js";
import { tableText } from "../render/table.js";
import { visible } from "../render/visible.js";
import { age, short } from "../render/words.js";

/** Shows what is archived. */
export const run: CommandModule["run"] = (cli) =>
  cli.engine(async (engine) => {
    const found = await archives(engine);
    const { archiveDays } = engine.config.prune;
    if (cli.globals.json) {
      cli.json({ archives: found.map((one) => archiveJson(one, archiveDays)) });
      return 0;
    }
    if (found.length === 0) {
      cli.say("nothing is archived");
      return 0;
    }
    const now = engine.now();
    cli.progress.stop();
    cli.io.stdout.write(
      await tableText(
        ["branch", "at", "age", "until", "tip", "changes"].map((head) => cli.paint.dim(head)),
        found.map((one) => [
          visible(one.branch),
          one.ref.slice(one.ref.lastIndexOf("/") + 1),
          age(new Date(one.at).toISOString(), now),
          expiryText(one, archiveDays),
          one.tip === null ? "-" : short(one.tip),
          visible(changesText(one)),
        ]),
      ),
    );
    cli.say(
      "coppice restore <branch> brings the newest back, --at an older one; other ignored files were not saved",
    );
    return 0;
  });
