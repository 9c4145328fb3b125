# Shared by the scripts: talk, and servers that are started and stopped by pid.
# Sourced, not run.

say() { printf '\n== %s\n' "$*" >&2; }

server_pids=()

# start_server VARIABLE PATTERN COMMAND...
# Starts a server and waits for the line that PATTERN (an extended regular
# expression with one group) matches; the group's text goes to VARIABLE. The
# wait ends when the server says so or ends, never by a timer.
start_server() {
  local variable=$1 pattern=$2 line found='' output
  shift 2
  exec {output}< <(exec "$@" 2>&1)
  server_pids+=("$!")
  while IFS= read -r -u "$output" line; do
    printf '%s\n' "$line" >&2
    if [[ $line =~ $pattern ]]; then
      found=${BASH_REMATCH[1]}
      break
    fi
  done
  if [[ -z $found ]]; then
    echo "the server did not start: $*" >&2
    return 1
  fi
  # Whatever it says later must not fill the pipe.
  cat <&"$output" >&2 &
  printf -v "$variable" '%s' "$found"
}

# Stops what start_server started, and nothing else.
stop_servers() {
  local pid
  for pid in "${server_pids[@]}"; do
    kill "$pid" 2>/dev/null || true
  done
  server_pids=()
}
