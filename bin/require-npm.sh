#!/bin/sh
# Rejects npm before 11.17, which ignores strict-allow-scripts in .npmrc. npm runs this after it has installed the packages, so the commands
# in the README name a version of npm.
version=${npm_config_user_agent#npm/}
version=${version%% *}
major=${version%%.*}
minor=${version#*.}
minor=${minor%%.*}
[ "$major" -gt 11 ] || { [ "$major" -eq 11 ] && [ "$minor" -ge 17 ]; } || {
  echo "npm $version runs install scripts that nobody reviewed; remove node_modules, and run: npx -y npm@11.19.1 ci" >&2
  exit 1
}
