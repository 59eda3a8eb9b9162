#!/bin/sh
exec /opt/Sluice/sluice "$@"
