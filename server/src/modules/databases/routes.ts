import { Type } from 'typebox';
import { listingQuery, operatorRoute, type Route } from '../../http/index.ts';
import { addDatabase } from './add-database.ts';
import { changeDatabase } from './change-database.ts';
import type { DatabasesContext } from './databases-context.ts';
import { listDatabases, showDatabase } from './list-databases.ts';
import { listPlacedProjects } from './list-placed-projects.ts';
import { getMove, listMoves, moveProject } from './move-project.ts';
import { removeDatabase } from './remove-database.ts';
import {
  databaseAnswer,
  databaseChange,
  databasesAnswer,
  moveAnswer,
  moveBody,
  moveQuery,
  movesAnswer,
  newDatabase,
  placedProjectsAnswer,
  placedProjectsQuery,
} from './schemas.ts';

const ALL = '/api/cloud/instance/databases';
const ONE = `${ALL}/:name`;
const PROJECT = '/api/cloud/projects/:project_id';

export function databaseRoutes(context: DatabasesContext): readonly Route[] {
  return [
    operatorRoute({
      method: 'GET',
      path: ALL,
      id: 'listDatabases',
      summary: 'Lists the databases that hold projects; for instance operators',
      query: listingQuery,
      responses: { 200: databasesAnswer },
      handle: (call) => listDatabases(context, call),
    }),
    operatorRoute({
      method: 'POST',
      path: ALL,
      id: 'addDatabase',
      summary: 'Adds an empty database for projects; for instance operators',
      body: newDatabase,
      responses: { 201: databaseAnswer },
      handle: (call) => addDatabase(context, call),
    }),
    operatorRoute({
      method: 'GET',
      path: ONE,
      id: 'getDatabase',
      summary: 'Returns a database with its projects, size, connections and state; for instance operators',
      responses: { 200: databaseAnswer },
      handle: (call) => showDatabase(context, call),
    }),
    operatorRoute({
      method: 'PATCH',
      path: ONE,
      id: 'changeDatabase',
      summary: 'Changes whether a database takes new projects, its weight or its address; for instance operators',
      body: databaseChange,
      responses: { 200: databaseAnswer },
      handle: (call) => changeDatabase(context, call),
    }),
    operatorRoute({
      method: 'DELETE',
      path: ONE,
      id: 'deleteDatabase',
      summary: 'Removes a database that holds no projects; for instance operators',
      responses: { 200: Type.Object({ count: Type.Literal(1) }) },
      handle: (call) => removeDatabase(context, call),
    }),
    operatorRoute({
      method: 'GET',
      path: '/api/cloud/instance/projects',
      id: 'listPlacedProjects',
      summary: 'Lists all projects of the installation with the database of each; for instance operators',
      query: placedProjectsQuery,
      responses: { 200: placedProjectsAnswer },
      handle: (call) => listPlacedProjects(context, call),
    }),
    ...moveRoutes(context),
  ];
}

function moveRoutes(context: DatabasesContext): readonly Route[] {
  return [
    operatorRoute({
      method: 'POST',
      path: `${PROJECT}/move`,
      id: 'moveProject',
      summary: 'Moves the project to another database; for instance operators',
      query: moveQuery,
      body: moveBody,
      responses: { 200: moveAnswer, 202: moveAnswer },
      handle: (call) => moveProject(context, call),
    }),
    operatorRoute({
      method: 'GET',
      path: `${PROJECT}/moves`,
      id: 'listMoves',
      summary: 'Lists the moves of the project between databases, newest first; for instance operators',
      query: listingQuery,
      responses: { 200: movesAnswer },
      handle: (call) => listMoves(context, call),
    }),
    operatorRoute({
      method: 'GET',
      path: `${PROJECT}/moves/:move_id`,
      id: 'getMove',
      summary: 'Returns the progress of a move; for instance operators',
      responses: { 200: moveAnswer },
      handle: (call) => getMove(context, call),
    }),
  ];
}
