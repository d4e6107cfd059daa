/** Ships, hotels and towns of the demo; the hotels and ships are fictional. */
export const SHIPS = ["MV Coral Horizon", "MS Ceylon Star", "MV Blue Lagoon", "MS Southern Pearl"] as const;
export const SHIP_ORIGINS = ["Singapore", "Mumbai", "Malé", "Cochin", "Phuket"] as const;
export const SEA_PORTS = ["Colombo Port", "Galle Harbour", "Hambantota Port", "Trincomalee Harbour"] as const;

export const AIRPORTS = [
  ["Bandaranaike International Airport (CMB)", 94],
  ["Mattala Rajapaksa International Airport (HRI)", 3],
  ["Jaffna International Airport (JAF)", 2],
  ["Colombo Ratmalana (RML)", 1],
] as const;

export const HOTELS = [
  "Lagoon House",
  "Cinnamon Tree Villa",
  "The Old Clove Store",
  "Palm Court Hotel",
  "Ocean Terrace",
  "Tea Planter's Bungalow",
  "Blue Water Guest House",
  "Jasmine Garden Rooms",
  "Fort Rooms",
  "Elephant Path Lodge",
  "Mango Tree Homestay",
  "Serendib Bay Resort",
] as const;

export const TOWNS = [
  "12 Lewis Place, Negombo",
  "48 Church Street, Galle Fort",
  "Beach Road, Mirissa",
  "7 Temple Street, Kandy",
  "Station Road, Ella",
  "210 Galle Road, Colombo 03",
  "Sea Street, Arugam Bay",
  "Kandalama Road, Dambulla",
  "Sigiriya Road, Inamaluwa",
  "Lake Road, Nuwara Eliya",
  "Matara Road, Unawatuna",
  "Uppuveli Beach, Trincomalee",
] as const;

export const PURPOSES = [
  ["Tourism", 62],
  ["Leisure / Holiday", 14],
  ["Visiting friends and family", 9],
  ["Business meeting", 5],
  ["Ayurveda treatment", 3],
  ["Conference", 2],
  ["Wedding", 2],
  ["Surfing and sports", 2],
  ["Transit", 1],
] as const;
