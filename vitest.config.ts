import { defineConfig } from 'vitest/config'

import { findChromium } from './tools/bootstrap/chromium.mjs'

/** Packages whose tests talk to a running PostgreSQL. */
const withPostgres = [
  'packages/engine-*',
  'packages/jobs',
  'packages/pg-catalog',
  'packages/pg-connection',
  'packages/pg-rows',
  'packages/pg-schema',
  'packages/pg-undo',
]

/** Node has a storage of its own since version 25, which would stand in for that of the page. */
const execArgv =
  Number(process.versions.node.split('.')[0]) >= 25 ? ['--no-experimental-webstorage'] : []

const untested = ['**/node_modules/**', '**/dist/**']

/** For the layers whose tests stop and end processes. */
const noGroupSignals = ['./packages/testkit/src/no-group-signals.ts']

/** As patient as the browser's own waiting: a process may stand still on a loaded machine. */
const poll = { timeout: 15_000 }

/**
 * Processes, pages and timers are late on a loaded machine, so a test that failed runs once more,
 * and the report names it with its error. A counterexample of a property is the exception: the
 * next run would draw other values.
 */
const retry = { count: 1, condition: /^(?!Property failed)/u }

/**
 * One project per layer of docs/architecture.md, "Tests". The layers that start processes
 * get long limits, because a loaded machine is slow and a hung one is still noticed.
 */
export default defineConfig({
  test: {
    // One more than the cores of a small machine: server tests and journeys mostly wait.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          execArgv,
          // Pure modules keep nothing between files, so a worker loads each of them once.
          isolate: false,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/dashboard/*.test.ts',
            'apps/dashboard/src/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
          exclude: [...untested, ...withPostgres.map((folder) => `${folder}/**`)],
          setupFiles: noGroupSignals,
          testTimeout: 30_000,
          retry,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: [
            'apps/server/**/*.test.ts',
            ...withPostgres.map((folder) => `${folder}/src/**/*.test.ts`),
            'services/*/src/**/*.test.ts',
          ],
          exclude: untested,
          globalSetup: './apps/server/src/testing/shared-postgres.ts',
          setupFiles: noGroupSignals,
          // A worker loads the server once: no module of it keeps anything between installs.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          retry,
          expect: { poll },
        },
      },
      {
        test: {
          name: 'page',
          environment: 'jsdom',
          execArgv,
          include: ['apps/dashboard/src/**/*.test.tsx', 'packages/data-grid/src/**/*.test.tsx'],
          exclude: untested,
          setupFiles: ['./packages/testkit/src/page-setup.ts'],
          // A worker loads React and the other libraries once; the setup resets the rest.
          isolate: false,
          // A file's first test also loads the page's code.
          testTimeout: 30_000,
          retry,
        },
      },
      {
        test: {
          name: 'journeys',
          environment: 'node',
          include: ['e2e/**/*.test.ts'],
          exclude: untested,
          globalSetup: './e2e/prepared-install.ts',
          setupFiles: noGroupSignals,
          // A worker keeps its browser from file to file.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          retry,
          expect: { poll },
          provide: { chromium: findChromium() ?? null },
        },
      },
    ],
  },
})
