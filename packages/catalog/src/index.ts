export { type DisableableFeature, disableableFeatures } from './disableable-features.ts'
export { type CloudProvider, cloudProviders } from './cloud-providers.ts'
export { type ComputeSizeId, computeSizeIds } from './compute-size-ids.ts'
export { type ComputeSize, computeSizes } from './compute-sizes.ts'
export { type InstanceStatus, instanceStatuses, instanceTransitions } from './instance-statuses.ts'
export {
  organizationKinds,
  type OrganizationPlan,
  organizationPlans,
  plans,
} from './organizations.ts'
export { defaultRegion, type RegionEntry, regions, regionsOf } from './regions.ts'
export { planOfRoleKind, type RoleKind, roleKinds, roleKindsOf } from './role-kinds.ts'
export {
  type AffectedService,
  affectedServices,
  supportCategories,
  type SupportCategoryId,
  supportSeverities,
  type SupportSeverityId,
} from './support.ts'
export { systemSchemas } from './system-schemas.ts'
