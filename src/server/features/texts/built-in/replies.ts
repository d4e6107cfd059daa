/** Version 0 of the quick replies: what an office that files arrival cards asks most, in English. */
export const BUILT_IN_REPLIES: readonly { key: string; name: string; subject: string; body: string }[] = [
  {
    key: "photo-page",
    name: "Photo page of the passport",
    subject: "Please send us the photo page of your passport (order {{order_id}})",
    body: `Dear {{customer_name}},

please send us a picture of the photo page of your passport: the whole page, with the two lines of letters and numbers at the bottom.

We continue with your arrival card as soon as we have it.`,
  },
  {
    key: "blurred-scan",
    name: "Picture can't be read",
    subject: "Your picture can't be read (order {{order_id}})",
    body: `Dear {{customer_name}},

thank you for the picture. We can't read it: parts of it are blurred or covered by light.

Please take it again by daylight, without flash, from straight above, so that all four corners of the page can be seen.`,
  },
  {
    key: "page-cut-off",
    name: "Picture is cut off",
    subject: "We need the whole page (order {{order_id}})",
    body: `Dear {{customer_name}},

thank you for the picture. A part of the page is missing. Please send one that shows the whole photo page with its four corners.`,
  },
  {
    key: "passport-number",
    name: "Passport number doesn't fit",
    subject: "Please check your passport number (order {{order_id}})",
    body: `Dear {{customer_name}},

the passport number of your order doesn't look like one of your country. Please check it in your passport and send us the number as it is printed there.`,
  },
  {
    key: "birth-date",
    name: "Wrong date of birth",
    subject: "Please check your date of birth (order {{order_id}})",
    body: `Dear {{customer_name}},

the date of birth of your order is not the one in your passport. Please tell us the right date as day, month and year, with the month as a word.`,
  },
  {
    key: "name-as-in-passport",
    name: "Name as in the passport",
    subject: "Your name as in your passport (order {{order_id}})",
    body: `Dear {{customer_name}},

your name must be written exactly as in your passport, with all given names. Please send it to us as it stands in the two lines at the bottom of the photo page.`,
  },
  {
    key: "flight-number",
    name: "Flight number",
    subject: "Please tell us your flight number (order {{order_id}})",
    body: `Dear {{customer_name}},

we need the number of the flight with which you arrive, for instance UL 504. You find it on your ticket or boarding pass. With a change of planes it is the last flight.`,
  },
  {
    key: "arrival-date",
    name: "Day of arrival",
    subject: "Please check your day of arrival (order {{order_id}})",
    body: `Dear {{customer_name}},

your order says that you arrive on {{arrival_date}}. Please confirm this day, or tell us the right one. What counts is the day on which you land, not the day on which you leave home.`,
  },
  {
    key: "place-of-stay",
    name: "Address of the stay",
    subject: "Where will you stay? (order {{order_id}})",
    body: `Dear {{customer_name}},

please send us the name and address of the hotel or house in which you spend the first night.`,
  },
  {
    key: "passport-expires",
    name: "Passport expires soon",
    subject: "Your passport expires soon (order {{order_id}})",
    body: `Dear {{customer_name}},

your passport must be valid for at least six months after your arrival. If you have a newer one, please send us its photo page. Otherwise please tell us whether we shall wait.`,
  },
  {
    key: "filed-too-early",
    name: "Too early to file",
    subject: "We file your arrival card closer to your arrival (order {{order_id}})",
    body: `Dear {{customer_name}},

the authority takes arrival cards only shortly before the day of arrival, in your case {{arrival_date}}. We file yours as soon as that is possible. You need to do nothing.

You can follow your order here: {{track_link}}`,
  },
  {
    key: "not-reached",
    name: "Could not reach you by telephone",
    subject: "We could not reach you by telephone (order {{order_id}})",
    body: `Dear {{customer_name}},

we tried to call you about your arrival card and could not reach you. Please tell us when we can call, and on which number with its country code.

{{member_first_name}}, {{service_name}}`,
  },
];
