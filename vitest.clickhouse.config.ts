import { defineConfig } from 'vitest/config'

/** For `npm run test:clickhouse`: the suites of log stores and explorers on ClickHouse, inside this process. */
export default defineConfig({
  test: {
    include: ['{services/logs-testkit,apps/server}/src/**/*.suite.ts'],
    provide: { chdbModule: process.env['CHDB_MODULE'] ?? null },
    // The engine has one data directory for each process.
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
