import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { firstVisitsFile } from '../http/first-visits.ts'

const inProject = { route: 'GET /platform/projects/{ref}', input: { params: { ref: '{ref}' } } }

const listTables = {
  route: 'GET /platform/pg-meta/{ref}/tables',
  input: { params: { ref: '{ref}' }, query: { included_schemas: ['public'], limit: 200 } },
}

const ofTable = { ref: '{ref}', id: '{id}' }

const noFiles = { scripts: [], styles: [] }

/** The first-visit data that a build of the dashboard writes next to its page. */
export const firstVisits = {
  everywhere: [
    { route: 'GET /platform/profile', input: {} },
    { route: 'GET /platform/organizations', input: {} },
  ],
  pages: [
    {
      template: '/project/{ref}/sql/{id}',
      ...noFiles,
      calls: [
        inProject,
        { route: 'GET /platform/projects/{ref}/content/{id}', input: { params: ofTable } },
      ],
    },
    {
      template: '/project/{ref}/editor/{id}',
      ...noFiles,
      calls: [
        inProject,
        listTables,
        { route: 'GET /platform/pg-meta/{ref}/tables/{id}', input: { params: ofTable } },
        {
          route: 'GET /platform/pg-meta/{ref}/tables/{id}/rows',
          input: { params: ofTable, query: { limit: 100 } },
        },
      ],
    },
    {
      template: '/project/{ref}/editor',
      scripts: ['/assets/editor-1a2b.js'],
      styles: ['/assets/editor-1a2b.css'],
      calls: [inProject, listTables],
    },
    { template: '/project/{ref}/editor/new', ...noFiles, calls: [inProject, listTables] },
  ],
}

/** Makes a folder a built dashboard whose pages have first calls. */
export const writeFirstVisits = (directory: string): Promise<void> =>
  writeFile(join(directory, firstVisitsFile), JSON.stringify(firstVisits))
