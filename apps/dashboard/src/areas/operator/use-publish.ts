import type { FormRoute } from '@basalt/contract/route'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { checkFields, type FieldErrors, listFieldErrors } from '../../lib/forms/form.ts'
import { refreshIncidents } from './queries.ts'

type Publishing = {
  route: FormRoute
  body: object
  send: () => Promise<unknown>
  onClose: () => void
}

/** A form about incidents: checked by the route's own schema, sent, and closed. */
export function usePublish({ route, body, send, onClose }: Publishing) {
  const client = useQueryClient()
  const [errors, setErrors] = useState<FieldErrors>({})
  const save = useMutation({
    mutationFn: send,
    onSuccess: async () => {
      await refreshIncidents(client)
      onClose()
    },
    onError: (error) => setErrors(listFieldErrors(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkFields(route, body)
    setErrors(found)
    if (Object.keys(found).length === 0) save.mutate()
  }
  return { errors, submit, isPending: save.isPending, error: save.error }
}
