import type { DataProvider } from 'ra-core';

const loadProvider = () => import('./resources.ts').then((module) => module.resources);

/** The records' provider, loaded when it is first asked for something: no screen before a list of records is. */
export const dataProvider: DataProvider = {
  getList: async (...given) => (await loadProvider()).getList(...given),
  getOne: async (...given) => (await loadProvider()).getOne(...given),
  getMany: async (...given) => (await loadProvider()).getMany(...given),
  getManyReference: async (...given) => (await loadProvider()).getManyReference(...given),
  create: async (...given) => (await loadProvider()).create(...given),
  update: async (...given) => (await loadProvider()).update(...given),
  updateMany: async (...given) => (await loadProvider()).updateMany(...given),
  delete: async (...given) => (await loadProvider()).delete(...given),
  deleteMany: async (...given) => (await loadProvider()).deleteMany(...given),
};
