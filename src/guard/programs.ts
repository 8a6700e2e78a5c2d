import { type OptionSyntax, optionSyntax, type Word } from "../lifecycle/git-arguments.js";

/** How a program that starts another one is written: what stands before the other's name. */
export interface Runner {
  readonly options: OptionSyntax;
  /** Words between the options and the command: the time of `timeout`, the file of `flock`. */
  readonly operands: number;
  /** `X=y` may stand before the command. */
  readonly assigns?: true;
  /** The option that changes the directory. */
  readonly chdir?: string;
  /** The option whose value is a shell text that is run. */
  readonly script?: string;
  /** Its words are joined to a shell text. */
  readonly joins?: true;
  /** Words are added at the end that are not known. */
  readonly appends?: true;
  /** The option that says for which word others are put in. */
  readonly replaces?: string;
  /** The command runs where this repository is not, as far as is known. */
  readonly elsewhere?: true;
}

interface RunnerText extends Omit<Runner, "options" | "operands"> {
  readonly options?: string;
  readonly operands?: number;
}

const runner = ({ options = "", operands = 0, ...rest }: RunnerText): Runner => ({
  options: optionSyntax(options),
  operands,
  ...rest,
});

const plain = runner({});

/** The programs that run the command that stands after their own words. */
const runners: Readonly<Record<string, Runner>> = {
  env: runner({
    options:
      "u,unset= C,chdir= S,split-string= i,ignore-environment 0,null block-signal? default-signal? v,debug a,argv0=",
    assigns: true,
    chdir: "chdir",
    script: "split-string",
  }),
  sudo: runner({
    options:
      "u,user= g,group= h,host= p,prompt= C,close-from= D,chdir= R,chroot= T,command-timeout= U,other-user= r,role= t,type= " +
      "E,preserve-env? H,set-home n,non-interactive A b k K l s,shell i,login v V S,stdin e,edit B P",
    assigns: true,
    chdir: "chdir",
  }),
  doas: runner({ options: "u= C= a= n s L" }),
  command: runner({ options: "p v V" }),
  builtin: plain,
  exec: runner({ options: "a= c l" }),
  nohup: plain,
  noglob: plain,
  nocorrect: plain,
  "-": plain,
  coproc: plain,
  time: runner({ options: "f,format= o,output= p,portability a,append v,verbose q,quiet" }),
  nice: runner({ options: "n,adjustment= 1 2 3 4 5 6 7 8 9 0" }),
  ionice: runner({ options: "c,class= n,classdata= p,pid= P,pgid= u,uid= t,ignore" }),
  chrt: runner({
    options: "T,sched-runtime= P,sched-period= D,sched-deadline= r f o b i d R a v m",
    operands: 1,
  }),
  taskset: runner({ options: "c,cpu-list a,all-tasks p,pid", operands: 1 }),
  timeout: runner({ options: "k,kill-after= s,signal= foreground p,preserve-status v,verbose", operands: 1 }),
  gtimeout: runner({
    options: "k,kill-after= s,signal= foreground p,preserve-status v,verbose",
    operands: 1,
  }),
  stdbuf: runner({ options: "i,input= o,output= e,error=" }),
  setsid: runner({ options: "c,ctty f,fork w,wait" }),
  chronic: plain,
  unbuffer: plain,
  caffeinate: runner({ options: "t= w= d i m s u" }),
  linux32: plain,
  linux64: plain,
  setarch: runner({ options: "", operands: 1 }),
  unshare: runner({ options: "S,setuid= G,setgid= R,root= w,wd= m u i n p U C T r f" }),
  chroot: runner({ options: "userspec= groups= skip-chdir", operands: 1, elsewhere: true }),
  fakeroot: runner({ options: "l,lib= f,faked= s= i= b= u,unknown-is-real" }),
  strace: runner({ options: "e= o= p= s= u= E= a= O= S= I= P= f c q t T v x y k d i n r w z Z" }),
  ltrace: runner({ options: "e= o= p= s= u= a= l= n= x= D= A= f c S C t T i r" }),
  proxychains: runner({ options: "f= q" }),
  proxychains4: runner({ options: "f= q" }),
  torsocks: plain,
  "xvfb-run": runner({
    options:
      "n,server-num= e,error-file= f,auth-file= s,server-args= p,xauth-protocol= w,wait= a,auto-servernum l",
  }),
  "dbus-run-session": runner({ options: "dbus-daemon= config-file=" }),
  "systemd-run": runner({
    options:
      "p,property= u,unit= E,setenv= working-directory= uid= gid= slice= description= user system t,pty P,pipe G q d S wait scope",
    chdir: "working-directory",
  }),
  "systemd-inhibit": runner({ options: "what= who= why= mode=" }),
  flock: runner({
    options:
      "w,timeout= E,conflict-exit-code= c,command= s,shared x,exclusive e u,unlock n,nonblock o,close F,no-fork verbose",
    operands: 1,
    script: "command",
  }),
  script: runner({
    options:
      "c,command= I,log-in= O,log-out= B,log-io= T,log-timing= t,timing? m,logging-format= o,output-limit= E,echo= a,append e,return f,flush q,quiet",
    operands: 1,
    script: "command",
  }),
  su: runner({
    options: "c,command= g,group= G,supp-group= s,shell= w,whitelist-environment= m p P,pty l,login f,fast",
    operands: 99,
    script: "command",
  }),
  runuser: runner({ options: "c,command= u,user= g,group= s,shell= m p l,login", script: "command" }),
  xargs: runner({
    options:
      "I= i,replace? n,max-args= P,max-procs= L= l,max-lines? s,max-chars= a,arg-file= d,delimiter= E= e,eof? J= R= S= 0,null r,no-run-if-empty t,verbose p,interactive x,exit o,open-tty show-limits",
    appends: true,
    replaces: "I",
  }),
  parallel: runner({
    options:
      "j,jobs= a,arg-file= I= n,max-args= N= C,colsep= d,delimiter= S,sshlogin= workdir= wd= joblog= results= tmpdir= timeout= delay= retries= k,keep-order halt= bar eta dry-run will-cite v t",
    appends: true,
    joins: true,
    replaces: "I",
  }),
  watch: runner({
    options: "n,interval= d,differences? b,beep c,color e,errexit g,chgexit p,precise t,no-title x,exec w",
    joins: true,
  }),
  entr: runner({ options: "a c d n p r s x z" }),
  ssh: runner({
    options:
      "B= b= c= D= E= e= F= I= i= J= L= l= m= O= o= P= p= Q= R= S= W= w= 4 6 A a C f G g K k M N n q s T t V v X x Y y",
    operands: 1,
    joins: true,
    elsewhere: true,
  }),
  faketime: runner({ options: "f m p=", operands: 1 }),
  envdir: runner({ operands: 1 }),
  busybox: plain,
  toybox: plain,
  winpty: plain,
  direnv: runner({ operands: 2 }),
  "cross-env": runner({ assigns: true }),
  dotenv: runner({ options: "e= v= c p= o" }),
};

export const runnerOf = (name: string): Runner | undefined =>
  Object.hasOwn(runners, name) ? runners[name] : undefined;

const shells = ["sh", "bash", "zsh", "dash", "ash", "ksh", "ksh93", "mksh", "rbash", "fish", "yash", "posh"];
/** The shells: what they are given as text is judged too. */
export const isShell = (name: string): boolean => shells.includes(name);

/** Runners of projects: what stands before the command is too varied, so it is found by its name. */
const searching = [
  "npx",
  "npm",
  "pnpm",
  "pnpx",
  "yarn",
  "bun",
  "bunx",
  "uv",
  "uvx",
  "poetry",
  "pipenv",
  "pdm",
  "hatch",
  "rye",
  "conda",
  "mamba",
  "micromamba",
  "bundle",
  "mise",
  "asdf",
  "rtx",
  "nix",
  "nix-shell",
  "devbox",
  "volta",
  "fnm",
  "op",
  "doppler",
  "infisical",
  "aws-vault",
  "chamber",
  "dotenvx",
  "firejail",
  "bwrap",
  "distrobox",
  "toolbox",
  "wsl",
  "gdb",
  "lldb",
  "valgrind",
  "perf",
  "dtach",
  "abduco",
  "pkexec",
  "run0",
  "arch",
  "rlwrap",
  "setpriv",
  "prlimit",
  "capsh",
  "nsenter",
  "chpst",
  "cpulimit",
  "eatmydata",
  "rr",
  "numactl",
  "firejail",
  "entr",
  "softlimit",
  "lxc-attach",
  "machinectl",
  "retry",
];
/** Programs whose words may be shell texts. */
const running = [
  "tmux",
  "screen",
  "hyperfine",
  "concurrently",
  "nodemon",
  "watchexec",
  "cargo-watch",
  "reflex",
  "expect",
  "cmd",
  "powershell",
  "pwsh",
];
export const isTextRunner = (name: string): boolean => running.includes(name);

export const isSearchedRunner = (name: string): boolean => searching.includes(name);

/** Options of such runners whose value is a shell text. */
export const scriptOptions: readonly string[] = [
  "-c",
  "--call",
  "--run",
  "--command",
  "--exec",
  "--shell-mode",
];

/** The program's name without directory and `.exe`; undefined when it is not known. */
export function programName(word: Word): string | undefined {
  const text = word.text ?? (word.count === "one" && /[/\\]/.test(word.end) ? word.end : undefined);
  if (text === undefined) return undefined;
  const name = text.split(/[/\\]/).at(-1) ?? "";
  return name.replace(/\.(exe|cmd|bat)$/i, "");
}

/** The name as git would be found by it; file systems of macOS and Windows do not tell upper and lower case apart. */
export const isGit = (name: string): boolean => name.toLowerCase() === "git";
