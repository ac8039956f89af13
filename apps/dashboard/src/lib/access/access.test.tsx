import { projects } from '@basalt/contract/project/projects'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'

import { rulesFor } from '../../testing/answers.ts'
import { AccessContext, useCan } from './access.tsx'

function May() {
  return <p>{useCan(projects.remove) ? 'may delete' : 'may not delete'}</p>
}

const show = (rules: ReturnType<typeof rulesFor> | undefined, organizationSlug = 'acme') =>
  render(
    <AccessContext value={{ rules, organizationSlug, projectRef: 'shop' }}>
      <May />
    </AccessContext>,
  )

test('an owner may delete a project, a developer may not', () => {
  show(rulesFor('Owner'))
  expect(screen.getByText('may delete')).toBeTruthy()
  show(rulesFor('Developer'))
  expect(screen.getByText('may not delete')).toBeTruthy()
})

test('nothing is allowed while the rules are loading', () => {
  show(undefined)
  expect(screen.getByText('may not delete')).toBeTruthy()
})

test('rights in one organization do not apply in another', () => {
  show(rulesFor('Owner'), 'elsewhere')
  expect(screen.getByText('may not delete')).toBeTruthy()
})
