/** Rights to create and change tables; separate from the routes, whose schemas are large. */
export const tableRights = {
  create: { permission: { action: 'tenant:Sql:CreateTable', resource: 'tables' } },
  change: { permission: { action: 'tenant:Sql:Admin:Write', resource: 'tables' } },
} as const
