import type { FastifyInstance } from 'fastify'

import { pagePolicy } from './security.ts'

type GuidePages = {
  /** The path of all guides; those of single ones lie below it. */
  path: string
  answer: (path: string, search: string) => { code: 200 | 404; html: string }
  style: string
  stylePath: string
}

const headers = { 'cache-control': 'public, max-age=300', 'content-security-policy': pagePolicy }

/** Pages of plain HTML that everybody may read, without authentication and without a database. */
export function mountGuidePages(http: FastifyInstance, pages: GuidePages): void {
  http.get<{ Querystring: { search?: string | string[] } }>(pages.path, async (request, reply) => {
    const { search = '' } = request.query
    const { code, html } = pages.answer(pages.path, String(search))
    return reply.code(code).headers(headers).type('text/html; charset=utf-8').send(html)
  })
  http.get<{ Params: { '*': string } }>(`${pages.path}/*`, async (request, reply) => {
    const { code, html } = pages.answer(`${pages.path}/${request.params['*']}`, '')
    return reply.code(code).headers(headers).type('text/html; charset=utf-8').send(html)
  })
  http.get(pages.stylePath, async (_, reply) =>
    reply.headers(headers).type('text/css; charset=utf-8').send(pages.style),
  )
}
