import { projectDatabase, type TestDatabase } from '@basalt/pg-testkit'
import { afterAll, beforeAll } from 'vitest'

import { describeKind } from './testing/describe-kind.ts'
import { eventTriggersCase } from './testing/event-triggers-case.ts'
import { functionsCase } from './testing/functions-case.ts'
import { identityCase, indexesCase, methodsCase } from './testing/indexes-case.ts'
import { materializedViewsCase } from './testing/materialized-views-case.ts'
import { policiesCase } from './testing/policies-case.ts'
import { publicationsCase } from './testing/publications-case.ts'
import { rolesCase } from './testing/roles-case.ts'
import { sequencesCase } from './testing/sequences-case.ts'
import { triggersCase } from './testing/triggers-case.ts'
import { compositeCase, domainCase, enumCase, rangeCase } from './testing/types-cases.ts'
import { viewsCase } from './testing/views-case.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await projectDatabase()
})
afterAll(() => database.dispose())

describeKind(eventTriggersCase, () => database)
describeKind(functionsCase, () => database)
describeKind(indexesCase, () => database)
describeKind(identityCase, () => database)
describeKind(methodsCase, () => database)
describeKind(policiesCase, () => database)
describeKind(rolesCase, () => database)
describeKind(sequencesCase, () => database)
describeKind(enumCase, () => database)
describeKind(compositeCase, () => database)
describeKind(domainCase, () => database)
describeKind(rangeCase, () => database)
describeKind(publicationsCase, () => database)
describeKind(triggersCase, () => database)
describeKind(viewsCase, () => database)
describeKind(materializedViewsCase, () => database)
