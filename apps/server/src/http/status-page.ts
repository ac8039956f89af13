import type { FastifyInstance } from 'fastify'

import { pagePolicy } from './security.ts'

type StatusPage = { html: () => string; style: string; stylePath: string }

const headers = { 'cache-control': 'no-store', 'content-security-policy': pagePolicy }

/** Two answers from memory, without authentication and without reading files. */
export function mountStatusPage(http: FastifyInstance, page: StatusPage): void {
  http.get('/status', async (_, reply) =>
    reply.headers(headers).type('text/html; charset=utf-8').send(page.html()),
  )
  http.get(page.stylePath, async (_, reply) =>
    reply.headers(headers).type('text/css; charset=utf-8').send(page.style),
  )
}
