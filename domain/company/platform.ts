/** The company of the platform itself, made on the first start: what is set there holds for every company. */
export const platformCompanyId = '739b47cd-d8ce-59d0-a55c-73bfe5a402d9';
