import { readPermissions, readProfile } from '@basalt/contract/account/own-profile'
import { routeName } from '@basalt/contract/boot'
import { listOrganizations } from '@basalt/contract/organization/organization-list'
import { listProjects, readProject } from '@basalt/contract/project/project-reading'

import type { Page } from '../lib/routes/area.ts'
import type { FirstCall, FirstVisit } from '../lib/routes/first-visit.ts'
import { areas } from './areas.ts'

/** The answers that every page needs, for the guards and the frame. */
const everywhere: readonly FirstCall[] = [
  { route: readProfile, input: {} },
  { route: readPermissions, input: {} },
  { route: listOrganizations, input: {} },
  { route: listProjects, input: {} },
]

/** And those of every page of a project. */
const ofProject: FirstCall = { route: readProject, input: { params: { ref: '{ref}' } } }

type Declared = { firstVisits: readonly FirstVisit[] }

const declared = Object.values(
  import.meta.glob<Declared>('../areas/*/first-visits.ts', { eager: true }),
).flatMap((area) => area.firstVisits)

const toCall = ({ route, input }: FirstCall) => ({ route: routeName(route), input })

const listTemplates = ({ path, inside = [] }: Page): string[] => [
  path.template,
  ...inside.flatMap(listTemplates),
]

const templates = [...new Set(areas.flatMap(({ pages }) => pages).flatMap(listTemplates))]

/** Only the build imports this, and the server reads the result: calls as data. */
export const firstVisits = {
  everywhere: everywhere.map(toCall),
  pages: templates
    .map((template) => {
      const visit = declared.find(({ path }) => path.template === template)
      const calls = [...(template.includes('{ref}') ? [ofProject] : []), ...(visit?.calls ?? [])]
      return { template, component: visit?.component, calls: calls.map(toCall) }
    })
    .filter(({ component, calls }) => component !== undefined || calls.length > 0),
}

export type BuiltVisits = typeof firstVisits
