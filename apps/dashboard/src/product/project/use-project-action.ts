import { organizations } from '@basalt/contract/organization/organizations'
import { projects } from '@basalt/contract/project/projects'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call, invalidate } from '../../lib/network/api.ts'
import { type ProjectAction, projectActions } from './project-actions.ts'

/** Starts the action; polling of the detail then shows its progress. */
export function useProjectAction(ref: string, action: ProjectAction) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(projectActions[action].route, { params: { ref } }),
    onSuccess: async () => {
      const reread = [invalidate(client, projects.list), invalidate(client, organizations.list)]
      // A deleted project's detail would only be missing.
      if (action !== 'remove') reread.push(invalidate(client, projects.detail))
      await Promise.all(reread)
    },
  })
}
