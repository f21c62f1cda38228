/** Other names of a column besides its form label: in the lists, in the report, and in users' files. */
const aliases: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  school: {
    schoolCode: ['Code', 'Sch Code', 'School'],
    title: ['School Title', 'Name'],
  },
  department: {
    title7: ['Dept Title 7', 'Code'],
    title: ['Dept Title 40', 'Department Title', 'Title', 'Name'],
    startTerm: ['Start Qtr', 'Start Quarter', 'Start'],
    endTerm: ['End Qtr', 'End Quarter', 'End'],
  },
  degree: {
    degreeAwarded: ['Awarded', 'Deg Awarded', 'Degree Award', 'Award Type'],
    degreeTitleRc: ['Deg Title', 'Degree Title'],
    degreeTitleAbbr: ['Deg Title Abbr', 'Title Abbreviated', 'Abbreviation'],
    degreeStartTermYyyyst: ['Start Qtr', 'Deg Start Qtr', 'Start Quarter', 'Start'],
    degreeEndTermYyyyst: ['End Qtr', 'Deg End Qtr', 'End Quarter', 'End'],
    programCredLevel: ['Prog Cred Lvl', 'Credential Level'],
  },
  major: {
    majorSegment: ['U G M', 'Major Segment'],
    campusIndicator: ['G H', 'Campus'],
    majorCode: ['Maj Code', 'Code'],
    title7: ['Maj Title 7'],
    title20: ['Maj Title'],
    titleLong: ['Maj Title Long', 'Long Title'],
    academicYearApproved: ['Academic Yr Appr', 'Acad Yr Appr', 'Year Approved'],
    startTermYyyyst: ['Start Qtr', 'Maj Start Qtr', 'Start Quarter', 'Start'],
    endTermYyyyst: ['End Qtr', 'Maj End Qtr', 'End Quarter', 'End'],
    ucDiscipline: ['UC Disc'],
    hegisCode: ['HEGIS'],
    cipCode: ['CIP'],
    sortCode: ['Maj Sort Code', 'Sort'],
  },
  relationship: {
    startTerm: ['Rel Start Qtr', 'Start Qtr', 'Start Quarter', 'Start'],
    endTerm: ['Rel End Qtr', 'End Qtr', 'End Quarter', 'End'],
    active: ['Rel Active'],
    programLengthYrs: ['Prog Lgth Yrs'],
    programLengthQtrs: ['Prog Lgth Qtrs'],
    acadYrInstrWks: ['Instr Wks Per Acad Yr'],
    specProgIndctr: ['Spec Prog Indicator'],
    terminalPgmFlag: ['Term Prog'],
    selfSuppPgm: ['Self Sup Prof Deg Prog'],
    profDegreePgm: ['Prof Deg'],
  },
  earlierValue: {
    field: ['Field Name', 'Column', 'Attribute'],
    lastTerm: ['Through', 'Through Term', 'Last Qtr', 'Last Quarter', 'Until'],
    value: ['Earlier Value', 'Earlier Name', 'Old Value', 'Old Name', 'Old Title', 'Old Code'],
  },
  'end of department': { title7: ['Department', 'Dept'] },
  'end of degree': { degreeStartTermYyyyst: ['Deg Start Qtr'] },
  'end of major': { majorCode: ['Major'], startTermYyyyst: ['Maj Start Qtr'] },
};

const segmentHeaders = [
  'Segment Code',
  'U/G',
  'UG/GR',
  'Undergrad/Grad',
  'Level',
  'Student Level',
  'Career',
  'Academic Career',
];

/**
 * Names that users' files also have for a column. They could mean another one too, so a user confirms them. Their words may
 * be abbreviated, or in another order (headerWords.ts).
 */
const similarNames: typeof aliases = {
  school: {
    schoolCode: ['School Number'],
    title: ['Description', 'Long Title', 'Long Name', 'Long Description'],
    title8: ['Short Title', 'Short Name', 'Short Description', 'Short', 'Abbreviation'],
    yearStart: ['Start'],
    yearEnd: ['End'],
    sortCode: ['Sort', 'Sort Number', 'Sort Order'],
  },
  department: {
    title7: ['Department Number', 'Short Title', 'Short Name', 'Short Description', 'Short', 'Abbreviation'],
    title: ['Description', 'Long Title', 'Long Name', 'Long Description'],
  },
  degree: {
    degreeAwarded: ['Degree', 'Degree Code', 'Degree Type', 'Code'],
    degreeTitleRc: ['Name', 'Description', 'Long Title', 'Long Name', 'Long Description'],
    degreeTitleAbbr: ['Short Title', 'Short Name', 'Short Description', 'Short'],
  },
  major: {
    majorSegment: [...segmentHeaders, 'Level Code'],
    campusIndicator: ['Campus Code'],
    majorCode: ['Major Number', 'Plan', 'Academic Plan', 'Plan Code', 'Program Code'],
    title7: ['Short Title', 'Short Name', 'Short Description', 'Short', 'Abbreviation'],
    title20: ['Title', 'Name', 'Description', 'Program Title', 'Program Name'],
    titleLong: ['Long Name', 'Long Description', 'Long'],
    startTermYyyyst: ['First Term Valid'],
    ucDiscipline: ['Discipline', 'Discipline Code', 'UC Discipline Code'],
    hegisCode: ['HEGIS Number'],
    cipCode: ['CIP Number'],
    sortCode: ['Sort Number', 'Sort Order'],
  },
  relationship: {
    acadYrInstrWks: ['Instructional Weeks'],
    terminalPgmFlag: ['Terminal'],
    selfSuppPgm: ['Self-Supporting'],
  },
  'end of major': {
    majorSegment: segmentHeaders,
  },
};

/** The other headers of a column of a kind of row. */
export const alsoCalled = (kind: string, name: string): readonly string[] => aliases[kind]?.[name] ?? [];

/** The headers that may mean a column of a kind of row. */
export const maybeCalled = (kind: string, name: string): readonly string[] =>
  similarNames[kind]?.[name] ?? [];

/** Columns of the lists and the API that a file cannot change. */
export const readOnly = [
  'Last Modified',
  'Last Modified By',
  'UCInetID',
  'School UCInetID',
  'Dept UCInetID',
  'Degree UCInetID',
  'Major UCInetID',
  'Version',
  'Actions',
];

/** The column with the reasons in a file of rejected rows. */
export const REASON = 'Reason';
