import { z } from 'zod/mini'

import { defineRoute } from './route.ts'
import { typedName } from './typed-name.ts'

const line = (empty: string, max: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, empty), z.maxLength(max, `Use at most ${max} characters`))

const inquiry = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  message: z.string(),
  created_at: z.string(),
  /** When an operator handled the message; null while it is open. */
  handled_at: z.nullable(z.string()),
})

export type SalesInquiry = z.infer<typeof inquiry>

export const contact = {
  /** Contact form of the Enterprise plan; needs no account. */
  enterprise: defineRoute({
    method: 'POST',
    path: '/platform/contact/enterprise',
    body: z.object({
      name: typedName(120, 'Enter your name'),
      email: z
        .string()
        .check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email('Enter a valid email address')),
      company: typedName(120, 'Enter the name of your company'),
      message: line('Write what you need', 5000),
    }),
    hasForm: true,
    response: z.object({ ok: z.literal(true) }),
    permission: 'public',
    capability: 'billing',
    feature: 'billing:all',
  }),
}

export const operatorSales = {
  /** Newest first, those that wait before the others. */
  list: defineRoute({
    method: 'GET',
    path: '/platform/operator/sales',
    response: z.array(inquiry),
    permission: 'operator',
    capability: 'billing',
  }),
  handle: defineRoute({
    method: 'POST',
    path: '/platform/operator/sales/{id}/handled',
    params: z.object({ id: z.uuid() }),
    response: inquiry,
    permission: 'operator',
    capability: 'billing',
  }),
}
