# shellcheck shell=sh disable=SC2034,SC2154 # the files share their variables
# How a hook refuses.

# coppice_text becomes the argument as a shell reads it back.
coppice_quote() {
  coppice_text=$1
  case $1 in
    '' | *[!A-Za-z0-9/._-]*) ;;
    *) return 0 ;;
  esac
  coppice_rest=$1
  coppice_text=
  while :; do
    case $coppice_rest in
      *"'"*)
        coppice_text="$coppice_text${coppice_rest%%"'"*}'\\''"
        coppice_rest=${coppice_rest#*"'"}
        ;;
      *) break ;;
    esac
  done
  coppice_text="'$coppice_text$coppice_rest'"
}

# The same five lines for a person and an agent: what, branch, state, why, the command to use.
# In the command %s is the branch; without one it is about the worktree it is run in.
coppice_refuse() {
  coppice_text=
  if [ "$coppice_branch" = '?' ]; then coppice_branch=$(git symbolic-ref --quiet --short HEAD); fi
  if [ -n "$coppice_branch" ]; then
    coppice_quote "$coppice_branch"
    coppice_text=" $coppice_text"
  else
    coppice_branch='(detached)'
  fi
  case $4 in
    *' %s'*) coppice_do=${4%%" %s"*}$coppice_text${4#*" %s"} ;;
    *) coppice_do=$4 ;;
  esac
  printf 'coppice: %s\n  branch: %s\n  state:  %s\n  why:    %s\n  do:     %s\n' \
    "$1" "$coppice_branch" "$2" "$3" "$coppice_do" >&2
  exit 1
}
