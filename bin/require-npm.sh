#!/bin/sh
# Rejects npm before 11.17, which ignores strict-allow-scripts in .npmrc. npm before 10.9 also ignores devEngines in package.json, and has
# already installed the packages when it runs this.
version=${npm_config_user_agent#npm/}
version=${version%% *}
major=${version%%.*}
minor=${version#*.}
minor=${minor%%.*}
[ "$major" -gt 11 ] || { [ "$major" -eq 11 ] && [ "$minor" -ge 17 ]; } || {
  echo "npm $version runs install scripts that nobody reviewed; remove node_modules, run: npm install -g npm@11, and then: npm ci" >&2
  exit 1
}
