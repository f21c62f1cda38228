import type { Intake, Problem } from '../../../intake/intake.ts';

/** A question about a text with several possible meanings, and the rows that have it. */
export interface Question {
  id: string;
  message: string;
  candidates: NonNullable<Problem['question']>['candidates'];
  rows: number;
}

/** The questions without duplicates. */
export function questionsOf({ problems, rows }: Intake): Question[] {
  const found = new Map<string, Question>();
  for (const { message, question } of [...problems, ...rows.flatMap((row) => row.problems)]) {
    if (!question) continue;
    const known = found.get(question.id);
    if (known) known.rows += 1;
    else found.set(question.id, { ...question, message, rows: 1 });
  }
  return [...found.values()];
}
