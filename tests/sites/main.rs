//! Sites built with the binary as a user would, and what comes out of them.

mod add;
mod cases_c;
mod alone;
mod arrays;
mod badges;
mod cards;
mod boxes_of_streams;
mod charts;
#[cfg(unix)]
mod ci;
mod claims;
mod compare;
mod disclosure;
mod docs;
mod expressions;
#[cfg(feature = "external")]
mod external;
mod histories;
mod heat_over_time;
mod honesty;
mod interval_log;
mod languages;
mod jmeter_xml;
mod lint;
mod look;
mod mapping;
mod marks;
mod metrics;
mod new;
mod notation;
mod packed;
mod pictures;
mod printed;
mod published;
mod record;
mod releases;
mod reference;
mod schema;
mod search;
mod sections;
mod samples;
#[cfg(feature = "serve")]
mod serve;
mod shell;
mod slices;
mod standing;
mod streams;
mod streams_in_languages;
mod support;
mod tables;
mod themes;
mod times;
mod verify;
mod verify_samples;
mod values;
mod zero;
