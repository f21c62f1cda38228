import * as z from 'zod/mini';
import {
  majorDegree as majorDegreeAnswer,
  majorDegreeCreated,
  majorDegreeForm,
} from '../contract/majorDegree.ts';
import { type RelationshipForm, relationshipKinds } from '../contract/relationships.ts';
import { majorDegreesJson } from './answers.ts';
import { change } from './db/changes.ts';
import { Confirm } from './errors.ts';
import { actorOf } from './http/actor.ts';
import { overrideQuery, wantsOverride } from './http/override.ts';
import { readyList } from './http/readyList.ts';
import type { Routes } from './http/routes.ts';
import { degreeCalls, insertDegrees } from './items/degree.ts';
import { insertMajor, majorCalls } from './items/major.ts';
import { checkKnown } from './known.ts';
import { relateAll } from './relationships.ts';

/** The pairs of majors and degrees, and the creation of a major with its degrees (contract 4). */
export function majorDegreeRoutes({ api, db }: Routes): void {
  api.get(
    '/major-degrees',
    {
      config: { access: 'manage:data' },
      schema: {
        querystring: z.strictObject({}),
        response: { 200: z.array(majorDegreeAnswer) },
        summary: 'All pairs of major and degree',
      },
    },
    readyList(['major', 'degree', 'majorDegree'], () => majorDegreesJson(db)),
  );

  api.post(
    '/major-degrees',
    {
      config: { access: 'manage:data', form: majorDegreeForm },
      schema: {
        querystring: overrideQuery,
        body: majorDegreeForm.schema,
        response: { 201: majorDegreeCreated },
        summary: 'Create a major with its degrees, schools and departments, all or nothing',
      },
    },
    async (request, reply) => {
      const { body } = request;
      const majorKey = await change(db, actorOf(request), async (trx) => {
        await checkKnown(trx, majorDegreeForm, body);
        const warnings = [
          ...(await majorCalls.createWarnings(trx, body.major)),
          ...(await degreeCalls.createWarnings(trx, body.degree)),
        ];
        if (warnings.length > 0 && !wantsOverride(request)) throw new Confirm(warnings);

        const major = await insertMajor(trx, body.major);
        const degrees = await insertDegrees(trx, body.degree);
        const { majorDegree, schoolMajor, majorDepartment, schoolDegree, degreeDepartment } =
          relationshipKinds;
        const { startTerm, endTerm, active } = body.majorDegree;
        const span: RelationshipForm = { startTerm, endTerm, active, version: null };
        await relateAll(trx, majorDegree, [major], degrees, body.majorDegree);
        await relateAll(trx, schoolMajor, body.majorSchools, [major], span);
        await relateAll(trx, majorDepartment, [major], body.majorDepartments, span);
        await relateAll(trx, schoolDegree, body.degreeSchools, degrees, span);
        await relateAll(trx, degreeDepartment, degrees, body.degreeDepartments, span);
        return major;
      });
      return reply.code(201).send({ majorKey });
    },
  );
}
