import { instanceTransitions, type InstanceStatus } from '@basalt/catalog'
import type { ProjectDetail } from '@basalt/contract/project/project-reading'
import { projects } from '@basalt/contract/project/projects'

import { statusView } from '../../lib/format/project-status.ts'

export type ProjectAction = 'pause' | 'restore' | 'restart' | 'remove'

type Rule = {
  route: (typeof projects)[ProjectAction]
  /** The engine feature that the action needs. */
  feature: string
  /** The status that the action leads to. */
  leadsTo: InstanceStatus
  /** Finishes "You need additional permissions to …". */
  what: string
}

export const projectActions: Record<ProjectAction, Rule> = {
  pause: {
    route: projects.pause,
    feature: 'pause',
    leadsTo: 'PAUSING',
    what: 'pause this project',
  },
  restore: {
    route: projects.restore,
    feature: 'pause',
    leadsTo: 'COMING_UP',
    what: 'restore this project',
  },
  restart: {
    route: projects.restart,
    feature: 'restart',
    leadsTo: 'RESTARTING',
    what: 'restart this project',
  },
  remove: {
    route: projects.remove,
    feature: 'destroy',
    leadsTo: 'GOING_DOWN',
    what: 'delete this project',
  },
}

/**
 * Why the project itself does not allow the action now, or undefined when it does. Rights
 * are a second question, answered by `useDenied`.
 */
export function obstacle(action: ProjectAction, project: ProjectDetail): string | undefined {
  const { feature, leadsTo } = projectActions[action]
  if (!project.engine_features.includes(feature)) {
    return 'The engine of this project does not support this'
  }
  if (action === 'restore' && project.status !== 'INACTIVE') return 'The project is not paused'
  const next: readonly InstanceStatus[] = instanceTransitions[project.status]
  if (next.includes(leadsTo)) return undefined
  return `Not available while the project is ${statusView(project.status).word.toLowerCase()}`
}
