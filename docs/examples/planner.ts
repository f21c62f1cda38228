// A sample consumer for a student planner: writes the programs, that is the majors with their degrees, to a JSON file.
//
//   MDD_URL=https://mdd.university.example/mdsd MDD_TOKEN=mdd_… node planner.ts programs.json 202692
//
// The term is optional: with it, the file has the programs in effect in that term. Run it every hour or every night: if nothing
// has changed, the server sends no rows. The token needs the scope read:report. On an error the file stays as it is.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/** The fields of a report's row that a planner needs. */
interface Row {
  /** Award and major code: `BS-201`. Null for a major without a degree. */
  programKey: string | null;
  school: { schoolCode: string; title: string } | null;
  department: { title: string } | null;
  major: {
    majorCode: string;
    majorSegment: string;
    title20: string;
    titleLong: string | null;
    cipCode: string | null;
  };
  degree: { degreeAwarded: string; degreeTitleRc: string } | null;
  majorDegree: { startTerm: string; endTerm: string | null } | null;
}

interface Program {
  award: string;
  /** Usually one. Two degrees of the same award and major have the same key. */
  degrees: { title: string; startTerm: string; endTerm: string | null }[];
  major: string;
  level: 'undergraduate' | 'graduate';
  cipCode: string | null;
  schools: string[];
  departments: string[];
}

interface File {
  /** What the server sent with these programs, and the address that it was sent from. */
  etag: string;
  source: string;
  programs: Record<string, Program>;
}

const [file, term] = process.argv.slice(2);
const { MDD_URL: base, MDD_TOKEN: token } = process.env;
if (!file || !base || !token) {
  console.error('Usage: MDD_URL=… MDD_TOKEN=… node planner.ts FILE [TERM]');
  process.exit(2);
}

/** Asks again, as the server says, while that is busy or restarts. */
async function read(url: string, etag: string | undefined, attempts = 5): Promise<Response> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}`, ...(etag && { 'if-none-match': etag }) },
  });
  if (![429, 503].includes(response.status) || attempts === 1) return response;
  await pause(1000 * Number(response.headers.get('retry-after') ?? 5));
  return await read(url, etag, attempts - 1);
}

const add = (list: string[], one: string) => list.includes(one) || list.push(one);

const known = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as File) : undefined;
const source = `${base}/api/reports${term ? `?asOfTerm=${encodeURIComponent(term)}` : ''}`;
const response = await read(source, known?.source === source ? known.etag : undefined);
if (response.status === 304) {
  console.log('Nothing has changed.');
} else if (response.ok) {
  const programs: Record<string, Program> = {};
  // A row for each school and department of a program.
  for (const row of (await response.json()) as Row[]) {
    const { programKey, school, department, major, degree, majorDegree } = row;
    if (!programKey || !degree || !majorDegree) continue;
    const program = (programs[programKey] ??= {
      award: degree.degreeAwarded,
      degrees: [],
      major: major.titleLong ?? major.title20,
      level: major.majorSegment === 'U' ? 'undergraduate' : 'graduate',
      cipCode: major.cipCode,
      schools: [],
      departments: [],
    });
    const { startTerm, endTerm } = majorDegree;
    if (!program.degrees.some(({ title }) => title === degree.degreeTitleRc))
      program.degrees.push({ title: degree.degreeTitleRc, startTerm, endTerm });
    if (school) add(program.schools, school.title);
    if (department) add(program.departments, department.title);
  }
  const written: File = { etag: response.headers.get('etag') ?? '', source, programs };
  // The file is the old one or the new one, never half of it.
  writeFileSync(`${file}.new`, JSON.stringify(written, null, 2));
  renameSync(`${file}.new`, file);
  console.log(`${Object.keys(programs).length} programs written to ${file}.`);
} else {
  console.error(`${source} responded with ${response.status}: ${await response.text()}`);
  process.exit(1);
}
