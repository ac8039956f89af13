import { expect, test } from 'vitest'

import { pureName, renamed } from './pure-schemas.ts'

test('the schema library has a name that no dependency uses', () => {
  expect(
    renamed(
      `import { z } from "zod/mini"\nexport const s = z.array(z.string()).check(a.z.b())\nz\n  .coerce.date()`,
    ),
  ).toBe(
    `import { z as ${pureName} } from "zod/mini"\nexport const s = ${pureName}.array(${pureName}.string()).check(a.z.b())\n${pureName}\n  .coerce.date()`,
  )
})
