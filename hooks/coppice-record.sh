# shellcheck shell=sh disable=SC2034,SC2154 # the files share their variables
# How a hook records: an observation in the spool, and a process that nobody waits for.

# Did Coppice itself start this git command? What it does, it records itself. A worktree that it is just making has no
# mark yet.
coppice_own_call() {
  [ -n "${COPPICE_RECORD-}" ] || return 1
  coppice_read "$coppice_git/coppice/id" || return 0
  [ "$coppice_text" = "$COPPICE_RECORD" ]
}

# Is git in the middle of something that moves HEAD for its own purposes?
coppice_in_progress() {
  [ -d "$coppice_git/rebase-merge" ] || [ -d "$coppice_git/rebase-apply" ] || [ -f "$coppice_git/BISECT_LOG" ] ||
    [ -f "$coppice_git/CHERRY_PICK_HEAD" ] || [ -f "$coppice_git/REVERT_HEAD" ] || [ -f "$coppice_git/MERGE_HEAD" ]
}

coppice_rebasing() {
  [ -d "$coppice_git/rebase-merge" ] || [ -d "$coppice_git/rebase-apply" ]
}

# Runs the kept script and records, in the configured order. The exit code is the kept script's: Coppice has none.
coppice_finish() {
  if [ "$coppice_order" = after ]; then
    coppice_record "$@"
    coppice_leave "$@"
  fi
  coppice_status=0
  if [ -x "$coppice_kept" ]; then
    "$coppice_kept" "$@" || coppice_status=$?
    coppice_see_head
  fi
  coppice_record "$@"
  exit "$coppice_status"
}

# Drops an observation into the spool and has it delivered.
coppice_record() {
  if coppice_observe "$@"; then
    coppice_deliver
  else
    coppice_say "could not write to $coppice_spool; nothing is recorded, coppice list tells the state all the same"
  fi
}

# One file for each observation, NUL after each field. A file of this name may be there: process ids come again. It is
# created exclusively, since two containers may share the repository and not their process ids.
coppice_observe() {
  coppice_spool=$coppice_common/coppice/spool
  if [ ! -d "$coppice_spool" ]; then
    [ -d "$coppice_common/coppice" ] && mkdir "$coppice_spool" 2>/dev/null
  fi
  [ -w "$coppice_spool" ] || return 1
  coppice_oid=
  case $coppice_head in
    'ref: '*)
      if coppice_read "$coppice_common/${coppice_head#ref: }"; then coppice_oid=$coppice_text; fi
      ;;
    *) coppice_oid=$coppice_head ;;
  esac
  # A branch may be a symbolic ref, or its file damaged.
  case $coppice_oid in *[!0-9a-f]*) coppice_oid= ;; esac
  coppice_number=0
  coppice_tries=3
  while [ "$coppice_tries" -gt 0 ]; do
    coppice_tries=$((coppice_tries - 1))
    while [ -e "$coppice_spool/$coppice_hook.$$.$coppice_number.obs" ]; do
      coppice_number=$((coppice_number + 1))
    done
    set -C
    # `:` would be a special builtin, whose failed redirection ends dash.
    if {
      printf '%s\0' coppice-observation 1 "$coppice_hook" "$PWD" "$coppice_git" "$coppice_head" "$coppice_oid" \
        "$#" "$@" end >"$coppice_spool/$coppice_hook.$$.$coppice_number.obs"
    } 2>/dev/null; then
      set +C
      return 0
    fi
    set +C
  done
  return 1
}

# Are Node and the program there? Names what is missing otherwise. nvm and its like put no node on PATH, so the
# installer's path comes first.
coppice_ready() {
  if [ ! -x "$coppice_node" ]; then
    if command -v node >/dev/null 2>&1; then
      coppice_node=node
    else
      coppice_missing='Node is not found'
      return 1
    fi
  fi
  if [ ! -f "$coppice_program" ]; then
    coppice_missing='Coppice is not where it was installed'
    return 1
  fi
}

# What ties a process to one worktree: another git command would work on the wrong index with it. And the options that
# somebody's Node is to start with: for another version they keep ours from starting, or it prints more than it should.
# It is for a subshell: the kept script needs these variables.
coppice_unset_location() {
  unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_PREFIX GIT_COMMON_DIR GIT_OBJECT_DIRECTORY \
    GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_CONFIG GIT_CONFIG_PARAMETERS GIT_IMPLICIT_WORK_TREE GIT_GRAFT_FILE \
    GIT_NO_REPLACE_OBJECTS GIT_REPLACE_REF_BASE GIT_SHALLOW_FILE GIT_INTERNAL_SUPER_PREFIX GIT_NAMESPACE NODE_OPTIONS
}

# Starts the program that turns observations into entries. Nobody waits for it, and losing it is harmless: the next
# command of Coppice delivers what is in the spool.
coppice_deliver() {
  if ! coppice_ready; then
    coppice_say "$coppice_missing: what happened is kept, the next coppice command records it (coppice hooks install)"
    return
  fi
  if [ "$coppice_flush" = sync ]; then
    # The worktree may be removed meanwhile, and Node does not start in a directory that is gone.
    (
      coppice_unset_location
      cd "$coppice_common" && exec "$coppice_node" "$coppice_program" flush "$coppice_common"
    ) </dev/null >&2 || :
    return
  fi
  # One that has been started and has not yet looked into the spool will see this observation too: it removes the
  # file before it looks. A burst of commits starts few of them.
  coppice_pending=$coppice_common/coppice/flush.pid
  if coppice_read "$coppice_pending"; then
    case $coppice_text in
      '' | *[!0-9]*) ;;
      *) if kill -0 "$coppice_text" 2>/dev/null; then return; fi ;;
    esac
  fi
  # A pipe that it inherited would hang whoever reads the other end; a signal to the terminal's group would end it.
  # The inner sh notes its own process id, which stays the program's, before that can look into the spool.
  (
    trap '' HUP INT TERM
    coppice_unset_location
    cd "$coppice_common" || exit 0
    coppice_session=
    if command -v setsid; then coppice_session=setsid; fi
    # shellcheck disable=SC2016 # the inner sh expands it
    /bin/sh -c 'echo $$ >"$1"; shift; exec "$@"' sh "$coppice_pending" \
      ${coppice_session:+"$coppice_session"} "$coppice_node" "$coppice_program" flush "$coppice_common" &
  ) </dev/null >/dev/null 2>&1 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-
}
