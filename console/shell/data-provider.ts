import type { DataProvider } from 'ra-core';

const loaded = () => import('./resources.ts').then((module) => module.resources);

/** The records' provider, loaded when it is first asked for something: no screen before a list of records is. */
export const dataProvider: DataProvider = {
  getList: async (...given) => (await loaded()).getList(...given),
  getOne: async (...given) => (await loaded()).getOne(...given),
  getMany: async (...given) => (await loaded()).getMany(...given),
  getManyReference: async (...given) => (await loaded()).getManyReference(...given),
  create: async (...given) => (await loaded()).create(...given),
  update: async (...given) => (await loaded()).update(...given),
  updateMany: async (...given) => (await loaded()).updateMany(...given),
  delete: async (...given) => (await loaded()).delete(...given),
  deleteMany: async (...given) => (await loaded()).deleteMany(...given),
};
