# shellcheck shell=sh disable=SC2034,SC2154 # the files share their variables
# What Coppice's hooks share; each sources it beyond its first exits.
#
# POSIX sh for dash, bash, busybox and Git for Windows. No process is started on the common paths: builtins alone.
# Every name begins with coppice_, and none is exported: a kept script gets the environment as git gave it.

coppice_nl='
'
coppice_order=first
coppice_flush=detached
coppice_fail_closed=0
coppice_node=
coppice_program=
coppice_missing=
coppice_task() { return 1; }

# One line on standard error. Nothing that goes wrong here may fail a git command.
coppice_say() {
  printf 'coppice: %s: %s\n' "$coppice_hook" "$1" >&2
}

# coppice_text becomes what the file holds, without its final line feeds (a path may contain others).
coppice_read() {
  coppice_text=
  [ -f "$1" ] && [ -r "$1" ] || return 1
  while IFS= read -r coppice_line || [ -n "$coppice_line" ]; do
    coppice_text=$coppice_text$coppice_line$coppice_nl
  done <"$1"
  while :; do
    case $coppice_text in
      *"$coppice_nl") coppice_text=${coppice_text%"$coppice_nl"} ;;
      *) return 0 ;;
    esac
  done
}

# coppice_git becomes the worktree's own git directory and coppice_common the one that all worktrees share, both
# absolute; coppice_linked says whether they differ. git exports GIT_DIR in a linked worktree, but not in the main one,
# and in the post-checkout of `git worktree add` it is empty: there `.git` tells.
coppice_locate() {
  coppice_git=${GIT_DIR:-.git}
  coppice_git=${coppice_git%/}
  coppice_linked=0
  if [ -f "$coppice_git" ]; then
    coppice_read "$coppice_git" || return 1
    case $coppice_text in
      'gitdir: '*) coppice_text=${coppice_text#gitdir: } ;;
      *) return 1 ;;
    esac
    case $coppice_text in
      /* | [A-Za-z]:*) coppice_git=$coppice_text ;;
      *)
        # Relative to the file's directory.
        case $coppice_git in
          */*) coppice_git=${coppice_git%/*}/$coppice_text ;;
          *) coppice_git=$coppice_text ;;
        esac
        ;;
    esac
  fi
  case $coppice_git in
    /* | [A-Za-z]:*) ;;
    .) coppice_git=$PWD ;;
    *) coppice_git=${PWD%/}/$coppice_git ;;
  esac
  [ -f "$coppice_git/HEAD" ] || return 1
  coppice_common=$coppice_git
  if [ -n "${GIT_COMMON_DIR-}" ]; then
    coppice_text=$GIT_COMMON_DIR
    case $coppice_text in
      /* | [A-Za-z]:*) ;;
      *) coppice_text=$PWD/$coppice_text ;;
    esac
  elif coppice_read "$coppice_git/commondir"; then
    coppice_linked=1
  else
    return 0
  fi
  case $coppice_text in
    ../..)
      case $coppice_git in
        */worktrees/*) coppice_common=${coppice_git%/*/*} ;;
        *) coppice_common=$coppice_git/../.. ;;
      esac
      ;;
    /* | [A-Za-z]:*) coppice_common=$coppice_text ;;
    *) coppice_common=$coppice_git/$coppice_text ;;
  esac
  [ "$coppice_common" = "$coppice_git" ] || coppice_linked=1
}

# What the installer knows: where Node and Coppice are, and which branches are tasks.
# Its arguments, like those of coppice_load, are the hook's own: they are there when sh ends at a damaged file.
coppice_settings() {
  if [ -f "$coppice_common/coppice/hooks/settings" ]; then
    coppice_reading=settings
    # shellcheck source=/dev/null
    . "$coppice_common/coppice/hooks/settings"
    coppice_reading=
  fi
}

# coppice_head becomes HEAD's line, coppice_branch its branch: empty when detached, `?` when the ref store hides it.
coppice_see_head() {
  coppice_branch=
  coppice_read "$coppice_git/HEAD" || :
  coppice_head=${coppice_text%%"$coppice_nl"*}
  case $coppice_head in
    'ref: refs/heads/.invalid') coppice_branch='?' ;; # reftable
    'ref: refs/heads/'*) coppice_branch=${coppice_head#ref: refs/heads/} ;;
  esac
}

# Does a live record of this branch exist, or would one be made for it?
coppice_task_branch() {
  [ -f "$coppice_common/coppice/managed/$1" ] || coppice_task "$1"
}

# The engine marks the git directory of a worktree that it manages. The main worktree is never one.
coppice_managed() {
  [ "$coppice_linked" = 1 ] && [ -f "$coppice_git/coppice/id" ]
}

# Is this worktree managed, or to be adopted?
coppice_ours() {
  [ "$coppice_linked" = 1 ] || return 1
  [ ! -f "$coppice_git/coppice/id" ] || return 0
  [ -n "$coppice_branch" ] || return 1
  [ "$coppice_branch" = '?' ] || coppice_task_branch "$coppice_branch"
}

# Finds out where the hook runs and leaves when that is no git directory.
coppice_enter() {
  if ! coppice_locate; then
    coppice_say 'no git directory here; git runs this hook at the root of a worktree'
    coppice_leave "$@"
  fi
  coppice_settings "$@"
  coppice_see_head
}

# Sources another of the shared files: most ways end before one is needed.
coppice_load() {
  coppice_file=$1
  shift
  if [ ! -f "${coppice_shared%/*}/$coppice_file" ]; then
    coppice_say "$coppice_file is missing; run: coppice hooks install"
    return 1
  fi
  coppice_reading=$coppice_file
  # shellcheck source=/dev/null
  . "${coppice_shared%/*}/$coppice_file"
  coppice_reading=
}
