import { gatewayMigrations } from '@basalt/gateway'

import { mergeMigrations, sharedMigrations } from './store/migrations.ts'

/** Every migration of the system database: of shared tables, of areas and of services. */
export const installMigrations = mergeMigrations(sharedMigrations, gatewayMigrations)
