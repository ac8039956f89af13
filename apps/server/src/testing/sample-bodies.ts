/** Bodies that a schema checks by code, which a sample cannot guess. */
export const sampleBodies: Readonly<Record<string, object>> = {
  'POST /platform/pg-meta/{ref}/migrations': { version: '20260101000000' },
  'PUT /platform/organizations/{slug}/sso': { domains: ['example.test'] },
  'PUT /platform/organizations/{slug}/customer': { address: null, tax_id: null },
  'POST /platform/pg-meta/{ref}/queues/{name}/messages': { message: '{}' },
  'POST /platform/projects/{ref}/vault/keys/import': {
    keys: [{ id: '00000000-0000-4000-8000-000000000000', key: `${'A'.repeat(43)}=` }],
  },
  'POST /platform/sign-in/code': { code: '123456' },
  'POST /platform/sign-in/recovery-code': { code: 'a2b3c-d4e5f' },
}
