#!/bin/sh
# Sluice's command line: the app's own program, run as Node, so that it needs neither a display nor a Node of its own.
here=$(dirname "$(readlink -f "$0")")
ELECTRON_RUN_AS_NODE=1 exec "$here/sluice-window" "$here/resources/app.asar/cli.cjs" "$@"
