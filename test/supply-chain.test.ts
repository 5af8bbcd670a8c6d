import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Lock {
  packages: Record<string, { link?: boolean; inBundle?: boolean; integrity?: string; hasInstallScript?: boolean; version?: string }>;
}

const locks = execFileSync('git', ['ls-files', 'package-lock.json', '**/package-lock.json'], { encoding: 'utf8' }).trim().split('\n');
const readLock = (file: string): Lock => JSON.parse(readFileSync(file, 'utf8')) as Lock;
const { allowScripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { allowScripts: Record<string, boolean> };

it.each(locks)('%s pins every package from the registry by its hash', (file) => {
  const installed = Object.entries(readLock(file).packages).filter(([path]) => path.includes('node_modules/'));
  expect(installed.length).toBeGreaterThan(10);
  // A bundled package is part of its parent's archive, and a link points to one of the packages in this project.
  const unpinned = installed.filter(([, { link, inBundle, integrity }]) => !link && !inBundle && !/^sha512-/.test(integrity ?? ''));
  expect(unpinned.map(([path]) => path)).toEqual([]);
});

it('decides for every package with an install script whether it runs, and an undecided one fails the installation', () => {
  const { packages } = readLock('package-lock.json');
  const scripted = Object.entries(packages).flatMap(([path, { hasInstallScript }]) =>
    hasInstallScript ? [path.split('node_modules/').at(-1)] : [],
  );
  expect(Object.keys(allowScripts).sort()).toEqual([...new Set(scripted)].sort());
  expect(readFileSync('.npmrc', 'utf8').split('\n')).toContain('strict-allow-scripts=true');
});

it.each(['README.md', '.ci/run'])('%s installs with an npm that supports this', (file) => {
  const installs = readFileSync(file, 'utf8').match(/^.*\bci\b.*&&.*$/gm);
  for (const command of installs ?? ['none']) expect(command).toMatch(/^npx -y npm@11\.19\.1 ci /);
});

it('updates wait a week, except for security fixes, and the pipeline checks signatures', () => {
  const renovate = JSON.parse(readFileSync('.github/renovate.json', 'utf8')) as Record<string, unknown>;
  expect(renovate).toMatchObject({ minimumReleaseAge: '7 days', rangeStrategy: 'pin', vulnerabilityAlerts: { minimumReleaseAge: null } });
  expect(readFileSync('.github/workflows/deploy.yml', 'utf8')).toMatch(/run: npm ci\n[\s\S]*run: npm audit signatures\n/);
});
