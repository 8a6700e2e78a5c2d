# shellcheck shell=sh disable=SC2034,SC2154 # the files share their variables
# How pre-push asks Coppice about a push that concerns a task branch, and records it.

# Where nothing can be judged: passes with a line, unless hooks.failClosed says otherwise.
coppice_unjudged() {
  # Without the settings, what git's config says of it is still there.
  if [ "$coppice_fail_closed" = 1 ] || { [ -z "$coppice_program" ] && coppice_config_closed; }; then
    coppice_say "$1; refused because of hooks.failClosed"
    exit 1
  fi
  coppice_say "$1; the push is not checked"
}

coppice_judge() {
  if [ "$coppice_concerned" = 0 ]; then
    # Where Coppice is asked, it says so itself.
    [ "$coppice_malformed" = 0 ] || coppice_unjudged 'standard input has lines that are no refs'
    return 0
  fi
  if ! coppice_load coppice-record.sh "$@" || ! coppice_ready; then
    coppice_unjudged "${coppice_missing:-Coppice is not complete} (coppice hooks install)"
    coppice_concerned=0
    return
  fi
  coppice_status=0
  printf '%s' "$coppice_refs" 2>/dev/null | coppice_start "$@" || coppice_status=$?
  case $coppice_status in
    0) ;;
    # 1 is Node's own answer when it cannot load the program.
    3) exit 1 ;;
    *)
      coppice_unjudged "Coppice ended with exit code $coppice_status"
      coppice_concerned=0
      ;;
  esac
}

# Its working directory does not always name the worktree (`git --git-dir`), so it is told.
coppice_start() {
  COPPICE_GIT_DIR=$coppice_git
  export COPPICE_GIT_DIR
  coppice_unset_location
  # The part of the program that is for pushes starts faster by itself.
  coppice_part=${coppice_program%.js}/pre-push.js
  [ -f "$coppice_part" ] || coppice_part=$coppice_program
  unset COPPICE_ANSWERS
  # A push of Coppice's own asks git nothing.
  if [ -n "${COPPICE_PASS-}" ]; then exec "$coppice_node" "$coppice_part" pre-push "$@"; fi
  {
    # Nobody waits for a git that hangs but the program, which knows when it has waited enough. Redirected in here: where
    # sh keeps what a descriptor was before, whoever reads that would wait.
    {
      {
        exec </dev/null 2>/dev/null 3>&- 4<&- 5>&- 6>&- 7>&- 8>&- 9>&-
        coppice_ask_git
      } &
    } |
      COPPICE_ANSWERS=3 "$coppice_node" "$coppice_part" pre-push "$@" 3<&0 0<&4 4<&-
  } 4<&0
}

# What the program will ask git first, asked while it starts: the configuration and, in a managed worktree, the status, as
# hook-answers.ts reads them. After each output come an empty word and the exit code; NUL ends both.
coppice_ask_git() {
  LC_ALL=C GIT_OPTIONAL_LOCKS=0 GIT_TERMINAL_PROMPT=0
  export LC_ALL GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT
  cd "$coppice_common" || return
  git --git-dir="$coppice_git" config -z --list
  printf '\0%s\0' "$?"
  coppice_managed && coppice_read "$coppice_git/gitdir" || return 0
  case $coppice_text in
    /*/.git | [A-Za-z]:*/.git) coppice_text=${coppice_text%/.git} ;;
    *) return 0 ;;
  esac
  cd "$coppice_text" || return
  # hook-place.ts asks the same.
  git -c core.hooksPath=/dev/null -c core.fsmonitor=false -c status.showStash=false --git-dir="$coppice_git" \
    --work-tree="$coppice_text" status --porcelain=v2 -z --branch --untracked-files=normal --ignore-submodules=none \
    --no-renames --no-ahead-behind
  printf '\0%s\0' "$?"
}

# HEAD of what was pushed, for repositories whose post-commit is not installed. The remote's URL is left out: it may
# hold a password.
coppice_observe_push() {
  if [ "$coppice_concerned" = 0 ] || [ -n "${COPPICE_RECORD-}${COPPICE_PASS-}" ]; then return; fi
  if [ -z "$coppice_pushed" ] && ! coppice_managed; then return; fi
  coppice_see_head
  set -f
  IFS=$coppice_nl
  # shellcheck disable=SC2086 # one branch a line
  set -- $coppice_pushed
  unset IFS
  if [ "$#" -gt 50 ]; then set --; fi
  coppice_record "$@"
}
