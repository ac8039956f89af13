import { expect, test } from 'vitest'

import { clientLibraries } from './client-libraries.ts'
import { cloudProviders } from './cloud-providers.ts'
import { providerNames } from './provider-names.ts'

test('SPEC.md section 3: "Client libraries listed: JavaScript, Flutter, Python (alpha), C#, Swift, Kotlin"', () => {
  expect(clientLibraries.join(', ')).toBe('JavaScript, Flutter, Python (alpha), C#, Swift, Kotlin')
})

test('every cloud provider has a unique name', () => {
  const names = cloudProviders.map((provider) => providerNames[provider])
  expect(new Set(names).size).toBe(cloudProviders.length)
})
