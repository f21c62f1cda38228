import * as z from 'zod/mini';
import {
  defaultSorts,
  listColumns,
  majorDegreeColumns,
  otherListColumns,
  otherMajorDegreeColumns,
} from '../../../contract/columns/columnsOfItems.ts';
import {
  otherProgramLineColumns,
  type ProgramLine,
  programLine,
  programLineColumns,
} from '../../../contract/columns/columnsOfPrograms.ts';
import type { DataColumn } from '../../../contract/columns/dataColumn.ts';
import { type Quarter, quartersOf } from '../../../contract/columns/quarters.ts';
import { orderItems, type SortedBy } from '../../../contract/columns/sortRows.ts';
import type { ErrorItem } from '../../../contract/errors.ts';
import { kindForms } from '../../../contract/kindForms.ts';
import { type ItemKind, type Items, itemKinds } from '../../../contract/kinds.ts';
import { type MajorDegree, majorDegreeForm } from '../../../contract/majorDegree.ts';
import type { ProgramGroup } from '../../../contract/programs.ts';
import { runningTerm } from '../../../contract/runningTerm.ts';
import { boundsOf, inEffect } from '../../../contract/spans.ts';
import type { Scope } from '../../../contract/tokens.ts';
import { type Json, listJson, majorDegreesJson } from '../../catalog/itemJson.ts';
import { unknownTerms } from '../../catalog/knownTerms.ts';
import type { Db } from '../../db/tables.ts';
import { ApiError } from '../../errors.ts';
import type { Access } from '../../http/access.ts';
import { asOfParameter, readsAsOf } from '../../http/asOfQuery.ts';
import type { Routes } from '../../http/routeScope.ts';
import { Deadline } from '../../runtime/deadline.ts';
import { limits } from '../../runtime/limits.ts';
import { listAccess } from '../items/routes.ts';
import { programGroupsJson } from '../programs/programGroups.ts';
import { csvContent, csvOf, csvPieces } from './csvContent.ts';
import { described, fileColumns, fileErrors, fileQuery } from './fileQuery.ts';

/** A list as a CSV file (contract 13). */
interface ListFile<Row> {
  /** The name of the file, and of the call that returns the list as JSON. */
  name: string;
  entity: string;
  access: Access;
  scope: Scope;
  /** The kinds of data in the list. */
  kinds: readonly string[];
  columns: (quarter: Quarter) => {
    byDefault: readonly DataColumn<Row>[];
    others: readonly DataColumn<Row>[];
  };
  /** The order on the screen; empty for that of the JSON. */
  sort: readonly SortedBy[];
  /** The rows in effect in the term; all rows without one. */
  read: (db: Db, term: string | null) => Promise<Row[]>;
}

/** The lists as CSV files, with the columns, labels and names of their screens' downloads (contract 13). */
export function fileRoutes(routes: Routes): void {
  for (const kind of Object.keys(itemKinds) as ItemKind[]) fileRoute(routes, fileOfItems(kind));
  fileRoute(routes, fileOfMajorDegrees);
  fileRoute(routes, fileOfPrograms(routes));
}

const fileOfItems = <K extends ItemKind>(kind: K): ListFile<Items[K]> => ({
  name: itemKinds[kind].collection,
  entity: kindForms[kind].createForm.entity,
  access: listAccess(kind),
  scope: 'read:catalog',
  kinds: [kind],
  columns: (quarter) => ({
    byDefault: listColumns[kind](quarter),
    others: otherListColumns(kind, quarter),
  }),
  sort: defaultSorts[kind],
  read: async (db, term) =>
    rowsOf<Items[K]>(await listJson(db, kind, term)).filter(
      (item) => term === null || inEffect(boundsOf(kind, item), term),
    ),
});

const fileOfMajorDegrees: ListFile<MajorDegree> = {
  name: 'major-degrees',
  entity: majorDegreeForm.entity,
  access: 'manage:data',
  scope: 'read:catalog',
  kinds: ['major', 'degree', 'majorDegree'],
  columns: (quarter) => ({ byDefault: majorDegreeColumns, others: otherMajorDegreeColumns(quarter) }),
  sort: defaultSorts.majorDegree,
  read: async (db, term) =>
    rowsOf<MajorDegree>(await majorDegreesJson(db, term)).filter(
      ({ major, degree, startTerm, endTerm }) =>
        term === null ||
        [{ start: startTerm, end: endTerm }, boundsOf('major', major), boundsOf('degree', degree)].every(
          (bounds) => inEffect(bounds, term),
        ),
    ),
};

/** One line per program. Without a term, those of the running term. */
const fileOfPrograms = ({ config }: Routes): ListFile<ProgramLine> => ({
  name: 'programs',
  entity: 'PROGRAMS',
  access: 'signed-in',
  scope: 'read:report',
  kinds: ['major', 'degree', 'majorDegree', 'cipCode'],
  columns: () => ({ byDefault: programLineColumns, others: otherProgramLineColumns }),
  sort: [],
  read: async (db, term) => {
    const json = await programGroupsJson(db, term ?? runningTerm(new Date(), config.timeZone), undefined);
    return rowsOf<ProgramGroup>(json).flatMap((group) =>
      group.programs.map((program) => programLine(group, program, group.awards, null)),
    );
  },
});

const rowsOf = <Row>(json: Json) => JSON.parse(json) as Row[];

const NOW = 'now';

function fileRoute<Row>({ api, db, cache, config }: Routes, file: ListFile<Row>): void {
  const { byDefault, others } = file.columns((code) => code);
  api.get(
    `/${file.name}.csv`,
    {
      config: { access: file.access, scope: file.scope },
      schema: {
        querystring: z.strictObject({
          asOf: described('Only the rows in effect in this term, with its names and codes: a term, or now.', {
            examples: ['202592', NOW],
          }),
          ...fileQuery,
        }),
        response: { 200: { content: { 'text/csv': { schema: csvOf(byDefault) } } } },
        summary: `The ${file.name} as a CSV file`,
      },
    },
    async (request, reply) => {
      const { asOf, ...sent } = request.query;
      const running = runningTerm(new Date(), config.timeZone);
      const term = asOf === NOW ? running : (asOf ?? null);
      const errors = fileErrors(sent, [...byDefault, ...others]);
      if (errors.length > 0) throw new ApiError(422, [...(await errorsOfTerm(db, file, term)), ...errors]);
      return cache.respond(request, reply, {
        // The programs without a term are those of the running one.
        name: `${file.name}.csv ${JSON.stringify({ term, running: file.name === 'programs' && running, ...sent })}`,
        reads: [...new Set([...readsAsOf(term ?? running, file.kinds), 'term'])],
        build: () =>
          Deadline.start(limits.work, async () => {
            const unknown = await errorsOfTerm(db, file, term);
            if (unknown.length > 0) throw new ApiError(422, unknown);
            const isLabeled = sent.labels === 'labels';
            const terms = await db.selectFrom('term').select(['termYyyyst', 'termLetterYear']).execute();
            const columns = file.columns(quartersOf(terms));
            const all = [...columns.byDefault, ...columns.others];
            const rows = await file.read(db, term);
            const ordered = isLabeled ? orderItems(rows, all, file.sort) : rows;
            return csvContent(file.name, csvPieces(fileColumns(sent, all, columns.byDefault), ordered));
          }),
      });
    },
  );
}

const errorsOfTerm = (db: Db, { entity }: { entity: string }, term: string | null): Promise<ErrorItem[]> =>
  unknownTerms(db, entity, [asOfParameter(term)]);
