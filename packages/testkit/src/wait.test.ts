import { expect, test } from 'vitest'

import { waitFor } from './wait.ts'

test('the first truthy answer is returned', async () => {
  const answers = [undefined, null, false, 0]

  expect(await waitFor(() => answers.shift(), { what: 'an answer', everyMs: 1 })).toBe(0)
})

test('a timeout names its condition, with the last error as its cause', async () => {
  const never = waitFor(() => Promise.reject(new Error('refused')), {
    what: 'the database answers',
    timeoutMs: 20,
    everyMs: 5,
  })

  await expect(never).rejects.toMatchObject({
    message: 'the database answers: not within 20 ms',
    cause: new Error('refused'),
  })
})
