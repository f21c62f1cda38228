-- The JSON of the API: row_to_json of a row of these views has the names that the contract gives.

create view derived.school_answer as
select school_code as "schoolCode", title, title8, year_start as "yearStart", year_end as "yearEnd",
  sort_code as "sortCode", active, comments, version, derived.iso(last_modified) as "lastModified",
  last_modified_by as "schoolUciNetId"
from school;

create view derived.department_answer as
select dept_key as "deptKey", title7, title, active, start_term as "startTerm", end_term as "endTerm",
  comments, version, derived.iso(last_modified) as "lastModified", last_modified_by as "deptUciNetId"
from department;

create view derived.degree_answer as
select d.degree_key as "degreeKey", d.degree_awarded as "degreeAwarded", a.degree_short as "degreeShort",
  a.degree_code as "degreeCode", d.degree_title_rc as "degreeTitleRc", d.degree_title_abbr as "degreeTitleAbbr",
  d.degree_start_term_yyyyst as "degreeStartTermYyyyst", d.degree_end_term_yyyyst as "degreeEndTermYyyyst",
  coalesce(s.answer, term_json(d.degree_start_term_yyyyst, null)) as "startTerm",
  coalesce(e.answer, term_json(d.degree_end_term_yyyyst, null)) as "endTerm",
  d.degree_active as "degreeActive", d.degree_complete as "degreeComplete", d.degree_comments as "degreeComments",
  d.program_cred_level as "programCredLevel", d.version, derived.iso(d.last_modified) as "lastModified",
  d.last_modified_by as "degreeUciNetId"
from degree d
join award_type a on a.degree_short = d.degree_awarded
left join term s on s.term_yyyyst = d.degree_start_term_yyyyst
left join term e on e.term_yyyyst = d.degree_end_term_yyyyst;

create view derived.major_answer as
select major_key as "majorKey", major_segment as "majorSegment", campus_indicator as "campusIndicator",
  major_code as "majorCode", title7, title20, title_long as "titleLong",
  academic_year_approved as "academicYearApproved", start_term_yyyyst as "startTermYyyyst",
  end_term_yyyyst as "endTermYyyyst", uc_discipline as "ucDiscipline", hegis_code as "hegisCode",
  cip_code as "cipCode", sort_code as "sortCode", complete, active, comments, version,
  derived.iso(last_modified) as "lastModified", last_modified_by as "majorUciNetId"
from major;

-- A major in the report, with the labels of its terms.
create view derived.report_major_answer as
select m.*, coalesce(s.answer, term_json(m."startTermYyyyst", null)) as "startTerm",
  coalesce(e.answer, term_json(m."endTermYyyyst", null)) as "endTerm"
from derived.major_answer m
left join term s on s.term_yyyyst = m."startTermYyyyst"
left join term e on e.term_yyyyst = m."endTermYyyyst";

create view derived.degree_department_answer as
select degree_key as "degreeKey", dept_key as "deptKey", start_term as "startTerm", end_term as "endTerm", active,
  version, derived.iso(last_modified) as "lastModified", last_modified_by as "lastModifiedBy"
from degree_department;

create view derived.major_department_answer as
select major_key as "majorKey", dept_key as "deptKey", start_term as "startTerm", end_term as "endTerm", active,
  version, derived.iso(last_modified) as "lastModified", last_modified_by as "lastModifiedBy"
from major_department;

create view derived.school_degree_answer as
select school_code as "schoolCode", degree_key as "degreeKey", start_term as "startTerm", end_term as "endTerm",
  active, version, derived.iso(last_modified) as "lastModified", last_modified_by as "lastModifiedBy"
from school_degree;

create view derived.school_department_answer as
select school_code as "schoolCode", dept_key as "deptKey", start_term as "startTerm", end_term as "endTerm",
  active, version, derived.iso(last_modified) as "lastModified", last_modified_by as "lastModifiedBy"
from school_department;

create view derived.school_major_answer as
select school_code as "schoolCode", major_key as "majorKey", start_term as "startTerm", end_term as "endTerm",
  active, version, derived.iso(last_modified) as "lastModified", last_modified_by as "lastModifiedBy"
from school_major;

create view derived.major_degree_answer as
select major_key as "majorKey", degree_key as "degreeKey", start_term as "startTerm", end_term as "endTerm",
  program_length_yrs as "programLengthYrs", program_length_qtrs as "programLengthQtrs",
  acad_yr_instr_wks as "acadYrInstrWks", spec_prog_indctr as "specProgIndctr",
  terminal_pgm_flag as "terminalPgmFlag", prof_degree_pgm as "profDegreePgm", self_supp_pgm as "selfSuppPgm",
  active, version, derived.iso(last_modified) as "lastModified", last_modified_by as "lastModifiedBy"
from major_degree;
